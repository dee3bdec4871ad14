"use strict";

const assert = require("node:assert/strict");
const Module = require("node:module");
const test = require("node:test");
const manifest = require("../package.json");
const stubs = require("./stubs");

/** The extension as VS Code loads it, with stand-ins for what only VS Code has. */
function loaded(vscode, LanguageClient) {
  const given = { vscode, "vscode-languageclient/node": { LanguageClient } };
  const load = Module._load;
  Module._load = (name, ...rest) => given[name] ?? load(name, ...rest);
  try {
    delete require.cache[require.resolve("../src/extension")];
    return require("../src/extension");
  } finally {
    Module._load = load;
  }
}

test("every command of the manifest exists, and none that the client makes for the server", async () => {
  const { vscode, seen } = stubs.editor();
  const extension = loaded(vscode, stubs.client());
  const context = { subscriptions: [] };
  await extension.activate(context);
  assert.deepEqual(
    [...seen.commands.keys()].sort(),
    manifest.contributes.commands.map((one) => one.command).sort(),
  );
  assert.ok(!seen.commands.has("gradlint.confirm"));
  assert.equal(context.subscriptions.length, 4);
  await extension.deactivate();
});

test("it restarts when its settings change, and only then", async () => {
  const { vscode, seen } = stubs.editor();
  const Client = stubs.client();
  const extension = loaded(vscode, Client);
  await extension.activate({ subscriptions: [] });
  const change = (section) => seen.listeners[0]({ affectsConfiguration: (asked) => asked === section });
  await change("python");
  assert.equal(Client.made.length, 1);
  await change("gradlint");
  assert.equal(Client.made.length, 2);
  await extension.deactivate();
  assert.equal(Client.running, 0);
});

test("the command of the palette proves", async () => {
  const { vscode, seen } = stubs.editor();
  const Client = stubs.client();
  const extension = loaded(vscode, Client);
  await extension.activate({ subscriptions: [] });
  await seen.commands.get("gradlint.prove")();
  assert.equal(Client.made[0].requests.length, 1);
  await extension.deactivate();
});
