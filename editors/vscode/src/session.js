// The life of one server: started, started anew when the settings change, stopped; never two at a time.
"use strict";

const { advice, clientOptions, readSettings, serverOptions } = require("./options");

const SETTINGS = "Open settings";
const LOG = "Show log";

class Session {
  /** `vscode` is the editor, `LanguageClient` what speaks to a server. */
  constructor(vscode, LanguageClient) {
    this._vscode = vscode;
    this._LanguageClient = LanguageClient;
    this._client = undefined;
    this._queue = Promise.resolve();
    this._log = vscode.window.createOutputChannel("gradlint");
    this._status = vscode.window.createStatusBarItem("gradlint", vscode.StatusBarAlignment.Left, 0);
    this._status.name = "gradlint";
  }

  /** Start, or start anew with the settings as they are now. */
  restart() {
    return this._next(async () => {
      await this._stop();
      await this._start();
    });
  }

  /** Stop and give everything back. */
  dispose() {
    return this._next(async () => {
      await this._stop();
      this._status.dispose();
      this._log.dispose();
    });
  }

  /** Execute what is reported under the cursor; the server shows the verdict. */
  async prove() {
    const { window, workspace, ProgressLocation } = this._vscode;
    const editor = window.activeTextEditor;
    if (editor === undefined) {
      return undefined;
    }
    if (!workspace.isTrusted) {
      window.showWarningMessage("gradlint: code is executed only in a folder that you trust.");
      return undefined;
    }
    await this._queue;
    if (this._client === undefined) {
      window.showWarningMessage("gradlint: the server is not running.");
      return undefined;
    }
    const client = this._client;
    const uri = client.code2ProtocolConverter.asUri(editor.document.uri);
    const row = editor.selection.active.line + 1;
    return window.withProgress({ location: ProgressLocation.Window, title: "gradlint: proving" }, () =>
      client.sendRequest("workspace/executeCommand", { command: "gradlint.confirm", arguments: [uri, row] }),
    );
  }

  /** One thing after the other, whatever became of the one before. */
  _next(step) {
    const done = this._queue.then(step);
    this._queue = done.catch(() => undefined);
    return done;
  }

  async _start() {
    const folder = this._vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    const settings = readSettings(this._vscode.workspace.getConfiguration("gradlint"), folder);
    if (!settings.enable) {
      return;
    }
    const options = { ...clientOptions(settings), outputChannel: this._log };
    const client = new this._LanguageClient("gradlint", "gradlint", serverOptions(settings, folder), options);
    try {
      await client.start();
      this._client = client;
    } catch (error) {
      await quietly(() => client.dispose());
      this._report(advice(settings, error));
    }
  }

  async _stop() {
    const client = this._client;
    this._client = undefined;
    this._status.hide();
    if (client !== undefined) {
      await quietly(() => client.dispose());
    }
  }

  /** In the status bar for as long as it is true, and once as a message. Nobody waits for an answer to it. */
  _report(message) {
    const { commands, window } = this._vscode;
    this._status.text = "$(warning) gradlint";
    this._status.tooltip = message;
    this._status.command = "gradlint.restart";
    this._status.show();
    this._log.appendLine(message);
    Promise.resolve(window.showErrorMessage(message, SETTINGS, LOG)).then((answer) => {
      if (answer === SETTINGS) {
        commands.executeCommand("workbench.action.openSettings", "gradlint.path");
      } else if (answer === LOG) {
        this._log.show();
      }
    });
  }
}

/** A server that has died cannot be asked to stop, which is no reason not to start the next. */
async function quietly(step) {
  try {
    await step();
  } catch {
    return;
  }
}

module.exports = { Session };
