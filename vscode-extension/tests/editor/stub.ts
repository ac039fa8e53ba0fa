/** A stand-in for the extension "Python", as far as its API is used here. */

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const MANIFEST = {
  name: "python",
  publisher: "ms-python",
  version: "2026.0.0",
  engines: { vscode: "^1.91.0" },
  main: "./main.js",
  activationEvents: ["onStartupFinished"],
};
const MAIN = `
const vscode = require("vscode");
const changed = new vscode.EventEmitter();
let path = process.env.STUB_PYTHON;
exports.activate = () => {
  vscode.commands.registerCommand("stub.choose", (other) => {
    path = other;
    changed.fire({ path });
  });
  return {
    environments: {
      getActiveEnvironmentPath: () => ({ path }),
      resolveEnvironment: async (environment) => ({ executable: { uri: vscode.Uri.file(environment.path) } }),
      onDidChangeActiveEnvironmentPath: changed.event,
    },
  };
};
`;

/** Packages it into a new folder below `parent`; returns the .vsix. */
export function pythonExtension(parent: string): string {
  const folder = join(parent, "stub");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify(MANIFEST));
  writeFileSync(join(folder, "main.js"), MAIN);
  const vsix = join(parent, "stub.vsix");
  const quiet = ["--no-dependencies", "--allow-missing-repository", "--skip-license"];
  execFileSync(resolve("node_modules/.bin/vsce"), ["package", ...quiet, "--out", vsix], {
    cwd: folder,
    stdio: "pipe",
  });
  return vsix;
}
