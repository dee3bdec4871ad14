// With $GRADLINT, the program: the real server, started as the extension starts it and spoken to by the library that
// the client is made of.
"use strict";

const assert = require("node:assert/strict");
const { spawn } = require("node:child_process");
const test = require("node:test");
const protocol = require("vscode-languageserver-protocol/node");
const { clientOptions, readSettings, serverOptions } = require("../src/options");

const path = process.env.GRADLINT;
const BAD = "import torch\n\nx = torch.ones(3, requires_grad=True)\nx.exp_()\nx.sum().backward()\n";

test("the server starts and finds", { skip: path ? false : "GRADLINT does not name the program" }, async () => {
  const settings = readSettings({ get: (name, otherwise) => ({ path })[name] ?? otherwise }, undefined);
  const { command, args, options } = serverOptions(settings, undefined);
  const server = spawn(command, args, { ...options, stdio: ["pipe", "pipe", "inherit"] });
  const connection = protocol.createProtocolConnection(server.stdout, server.stdin);
  connection.listen();
  const { initializationOptions } = clientOptions(settings);
  const { capabilities } = await connection.sendRequest("initialize", {
    processId: null,
    rootUri: null,
    capabilities: { notebookDocument: { synchronization: {} } },
    initializationOptions,
  });
  assert.deepEqual(capabilities.executeCommandProvider.commands, ["gradlint.confirm"]);
  assert.equal(capabilities.notebookDocumentSync.notebookSelector[0].notebook, "jupyter-notebook");
  connection.sendNotification("initialized", {});

  const published = new Promise((resolve) =>
    connection.onNotification("textDocument/publishDiagnostics", resolve),
  );
  const uri = "file:///nowhere/train.py";
  connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "python", version: 1, text: BAD },
  });
  const { diagnostics } = await published;
  assert.deepEqual(
    diagnostics.map((one) => [one.code, one.range.start.line]),
    [["GL201", 3]],
  );
  await connection.sendRequest("shutdown");
  const left = new Promise((resolve) => server.on("exit", resolve));
  connection.sendNotification("exit");
  assert.equal(await left, 0);
  connection.dispose();
});
