// Stand-ins for the editor and for the client that speaks to the server: they remember what was asked of them.
"use strict";

function editor(settings = {}, { folder = "/project", trusted = true, answer = undefined } = {}) {
  const seen = { messages: [], status: undefined, commands: new Map(), executed: [], listeners: [], log: [] };
  const item = {
    show: () => (seen.status = item.tooltip),
    hide: () => (seen.status = undefined),
    dispose: () => (seen.disposed = true),
  };
  const message = (text) => {
    seen.messages.push(text);
    return Promise.resolve(answer);
  };
  const vscode = {
    StatusBarAlignment: { Left: 1 },
    ProgressLocation: { Window: 10 },
    commands: {
      registerCommand: (name, run) => {
        seen.commands.set(name, run);
        return { dispose: () => seen.commands.delete(name) };
      },
      executeCommand: (...words) => seen.executed.push(words),
    },
    window: {
      activeTextEditor: { document: { uri: "file:///project/train.py" }, selection: { active: { line: 3 } } },
      createOutputChannel: () => ({
        appendLine: (line) => seen.log.push(line),
        show: () => (seen.logShown = true),
        dispose: () => undefined,
      }),
      createStatusBarItem: () => item,
      showErrorMessage: message,
      showWarningMessage: message,
      withProgress: (options, run) => run(),
    },
    workspace: {
      isTrusted: trusted,
      workspaceFolders: folder === undefined ? undefined : [{ uri: { fsPath: folder } }],
      getConfiguration: () => ({ get: (name, otherwise) => settings[name] ?? otherwise }),
      onDidChangeConfiguration: (listener) => {
        seen.listeners.push(listener);
        return { dispose: () => undefined };
      },
      onDidGrantWorkspaceTrust: () => ({ dispose: () => undefined }),
    },
  };
  return { vscode, seen, settings };
}

function client({ fails = () => undefined } = {}) {
  class Client {
    static made = [];
    static running = 0;
    static most = 0;

    constructor(id, name, server, options) {
      Object.assign(this, { id, name, server, options, requests: [] });
      this.code2ProtocolConverter = { asUri: (uri) => String(uri) };
      Client.made.push(this);
    }

    async start() {
      await new Promise((resolve) => setTimeout(resolve, 1));
      const problem = fails();
      if (problem !== undefined) {
        throw problem;
      }
      Client.running += 1;
      Client.most = Math.max(Client.most, Client.running);
      this.started = true;
    }

    async dispose() {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (this.started) {
        Client.running -= 1;
      }
      this.disposed = true;
    }

    async sendRequest(method, params) {
      this.requests.push([method, params]);
      return [{ kind: "confirmed", reason: "it raises" }];
    }
  }
  return Client;
}

module.exports = { client, editor };
