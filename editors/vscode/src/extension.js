// What VS Code calls: it starts the session and connects commands and settings with it.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { Session } = require("./session");

let session;

async function activate(context) {
  session = new Session(vscode, LanguageClient);
  context.subscriptions.push(
    vscode.commands.registerCommand("gradlint.prove", () => session.prove()),
    vscode.commands.registerCommand("gradlint.restart", () => session.restart()),
    vscode.workspace.onDidChangeConfiguration((event) =>
      event.affectsConfiguration("gradlint") ? session.restart() : undefined,
    ),
    vscode.workspace.onDidGrantWorkspaceTrust(() => session.restart()),
  );
  await session.restart();
}

async function deactivate() {
  await session?.dispose();
  session = undefined;
}

module.exports = { activate, deactivate };
