"use strict";

const assert = require("node:assert/strict");
const test = require("node:test");
const { advice, clientOptions, readSettings, serverOptions } = require("../src/options");
const manifest = require("../package.json");

const configured = (settings) => ({ get: (name, otherwise) => settings[name] ?? otherwise });
const DEFAULTS = Object.fromEntries(
  Object.entries(manifest.contributes.configuration.properties).map(([key, value]) => [
    key.replace("gradlint.", ""),
    value.default,
  ]),
);

test("the settings are those of the manifest", () => {
  assert.deepEqual(readSettings(configured(DEFAULTS), undefined), DEFAULTS);
  assert.deepEqual(Object.keys(DEFAULTS).sort(), ["config", "device", "enable", "path", "python", "sandbox"]);
});

test("by default the server of the PATH is started in the folder that is open", () => {
  const settings = readSettings(configured(DEFAULTS), "/project");
  assert.deepEqual(serverOptions(settings, "/project"), {
    command: "gradlint",
    args: ["server"],
    options: { cwd: "/project" },
  });
});

test("the server is told what was set, and nothing about what was not", () => {
  const settings = readSettings(configured({ ...DEFAULTS, python: "/usr/bin/python3", device: "cuda" }), "/project");
  assert.deepEqual(clientOptions(settings).initializationOptions, {
    python: "/usr/bin/python3",
    device: "cuda",
    sandbox: "strict",
  });
});

test("a path may speak of the folder", () => {
  const path = "${workspaceFolder}/.venv/bin/gradlint";
  const settings = readSettings(configured({ path }), "/my project");
  assert.equal(serverOptions(settings, "/my project").command, "/my project/.venv/bin/gradlint");
});

test("python, notebooks and documents are seen", () => {
  const seen = clientOptions(readSettings(configured({}), undefined)).documentSelector;
  assert.deepEqual([...new Set(seen.map((one) => one.language))].sort(), ["markdown", "python"]);
  assert.ok(seen.some((one) => one.scheme === "vscode-notebook-cell"));
});

test("the advice names what to install under the name that is ours", () => {
  const text = advice({ path: "/nowhere/gradlint" }, new Error("spawn /nowhere/gradlint ENOENT"));
  assert.match(text, /"\/nowhere\/gradlint server" cannot be started \(spawn \/nowhere\/gradlint ENOENT\)\./);
  assert.match(text, /pip install "gradlint-autodiff\[lsp\]"/);
  assert.doesNotMatch(text, /pip install "?gradlint(?!-autodiff)/);
});
