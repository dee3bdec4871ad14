// From the settings of the editor to what is started and what it is told. Nothing here touches the editor.
"use strict";

const SELECTOR = [
  { scheme: "file", language: "python" },
  { scheme: "untitled", language: "python" },
  { scheme: "file", language: "markdown" },
  { scheme: "vscode-notebook-cell", language: "python" },
];

const NAMES = ["path", "python", "device", "sandbox", "config"];

/** The settings as plain values; texts may speak of the folder that is open. */
function readSettings(configuration, folder) {
  const settings = { enable: configuration.get("enable", true) };
  for (const name of NAMES) {
    settings[name] = expanded(String(configuration.get(name, "") ?? "").trim(), folder);
  }
  return settings;
}

function expanded(text, folder) {
  return folder === undefined ? text : text.replaceAll("${workspaceFolder}", folder);
}

/** How the server is started. */
function serverOptions(settings, folder) {
  return {
    command: settings.path || "gradlint",
    args: ["server"],
    options: folder === undefined ? {} : { cwd: folder },
  };
}

/** What the server is told at the start, and which documents it sees. */
function clientOptions(settings) {
  const { python, device, sandbox, config } = settings;
  const said = Object.entries({ python, device, sandbox, config }).filter(([, value]) => value !== "");
  return { documentSelector: SELECTOR, initializationOptions: Object.fromEntries(said) };
}

/** What to say when the server does not start: a program that is missing, or one without the server's library. */
function advice(settings, error) {
  const reason = error instanceof Error ? error.message : String(error);
  const program = settings.path || "gradlint";
  return (
    `gradlint: "${program} server" cannot be started (${reason.replace(/[\s.]+$/, "")}). ` +
    'Install it with: pip install "gradlint-autodiff[lsp]", or set gradlint.path to where it is.'
  );
}

module.exports = { SELECTOR, advice, clientOptions, readSettings, serverOptions };
