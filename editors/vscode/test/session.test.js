"use strict";

const assert = require("node:assert/strict");
const test = require("node:test");
const { Session } = require("../src/session");
const stubs = require("./stubs");

test("it starts one server and gives it back", async () => {
  const { vscode, seen } = stubs.editor();
  const Client = stubs.client();
  const session = new Session(vscode, Client);
  await session.restart();
  assert.equal(Client.running, 1);
  assert.equal(seen.status, undefined);
  await session.dispose();
  assert.equal(Client.running, 0);
  assert.ok(seen.disposed);
});

test("it starts anew with other settings, and never runs two", async () => {
  const { vscode, settings } = stubs.editor();
  const Client = stubs.client();
  const session = new Session(vscode, Client);
  const first = session.restart();
  settings.device = "cuda";
  await Promise.all([first, session.restart(), session.restart()]);
  assert.equal(Client.most, 1);
  assert.equal(Client.made.at(-1).options.initializationOptions.device, "cuda");
});

test("it stops when it is switched off", async () => {
  const { vscode, settings } = stubs.editor();
  const Client = stubs.client();
  const session = new Session(vscode, Client);
  await session.restart();
  settings.enable = false;
  await session.restart();
  assert.equal(Client.running, 0);
});

test("a server that does not start is told of until it does", async () => {
  const { vscode, seen } = stubs.editor();
  let problem = new Error("spawn gradlint ENOENT");
  const Client = stubs.client({ fails: () => problem });
  const session = new Session(vscode, Client);
  await session.restart();
  assert.equal(seen.messages.length, 1);
  assert.match(seen.messages[0], /gradlint-autodiff\[lsp\]/);
  assert.equal(seen.status, seen.messages[0]);
  assert.deepEqual(seen.log, seen.messages);
  assert.ok(Client.made[0].disposed);

  problem = undefined;
  await session.restart();
  assert.equal(seen.status, undefined);
  assert.equal(Client.running, 1);
});

test("the message leads to the setting, or to the log", async () => {
  for (const answer of ["Open settings", "Show log"]) {
    const { vscode, seen } = stubs.editor({}, { answer });
    const session = new Session(vscode, stubs.client({ fails: () => new Error("no") }));
    await session.restart();
    await new Promise((resolve) => setImmediate(resolve));
    const opened = answer === "Open settings";
    assert.deepEqual(seen.executed, opened ? [["workbench.action.openSettings", "gradlint.path"]] : []);
    assert.equal(seen.logShown, opened ? undefined : true);
  }
});

test("the finding under the cursor is proved", async () => {
  const { vscode } = stubs.editor();
  const Client = stubs.client();
  const session = new Session(vscode, Client);
  session.restart();
  assert.deepEqual(await session.prove(), [{ kind: "confirmed", reason: "it raises" }]);
  const asked = { command: "gradlint.confirm", arguments: ["file:///project/train.py", 4] };
  assert.deepEqual(Client.made[0].requests, [["workspace/executeCommand", asked]]);
});

test("nothing is executed without trust, without a server or without an editor", async () => {
  const strange = stubs.editor({}, { trusted: false });
  const Client = stubs.client();
  const untrusted = new Session(strange.vscode, Client);
  await untrusted.restart();
  assert.equal(await untrusted.prove(), undefined);
  assert.match(strange.seen.messages[0], /trust/);

  const { vscode, seen } = stubs.editor({ enable: false });
  const off = new Session(vscode, Client);
  await off.restart();
  assert.equal(await off.prove(), undefined);
  assert.match(seen.messages[0], /not running/);

  vscode.window.activeTextEditor = undefined;
  assert.equal(await off.prove(), undefined);
  assert.deepEqual(Client.made[0].requests, []);
});
