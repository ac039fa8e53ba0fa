/** The outside that discovery asks: this machine, and the other extensions. */

import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { fromEnvironmentsExtension, fromPythonExtension } from "./environments";
import type { Candidate, World } from "./find";
import { probe } from "./probe";
import { which, type Shell } from "./which";

const WINDOWS = process.platform === "win32";
/** A plain `python3` may be older than what stands beside it. */
const PYTHONS = ["python3", "python", "python3.13", "python3.12", "python3.11", "python3.10"];

export async function currentWorld(context: vscode.ExtensionContext): Promise<World> {
  const trusted = vscode.workspace.isTrusted;
  const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri);
  const first = folders[0];
  const launcher = context.asAbsolutePath(join("bundled", "server.py"));
  const libraries = context.asAbsolutePath(join("bundled", "libs", "hybridize_lsp", "__init__.py"));
  const shell: Shell = {
    platform: process.platform,
    environment: process.env,
    isProgram,
    distrusted: trusted ? [] : folders.map((folder) => folder.fsPath),
  };
  const workspace = [
    () => fromEnvironmentsExtension(first),
    () => fromPythonExtension(first),
    () => ofFolders(folders.map((folder) => folder.fsPath)),
  ];
  return {
    trusted,
    bundled: (await isFile(launcher)) && (await isFile(libraries)) ? launcher : undefined,
    isFile,
    probe,
    pythons: [...(trusted ? workspace : []), () => onPath(shell)],
    installed: () => which(["hybridize"], shell),
  };
}

async function ofFolders(folders: readonly string[]): Promise<Candidate[]> {
  const inside = WINDOWS ? join("Scripts", "python.exe") : join("bin", "python");
  const files = folders.flatMap((folder) => [".venv", "venv"].map((name) => join(folder, name, inside)));
  const there = await Promise.all(files.map(isProgram));
  return files
    .filter((_, index) => there[index])
    .map((file) => ({ source: "the workspace", command: [file] }));
}

async function onPath(shell: Shell): Promise<Candidate[]> {
  const launchers = WINDOWS ? await which(["py"], shell) : [];
  const commands = [
    ...launchers.map((py) => [py, "-3"]),
    ...(await which(PYTHONS, shell)).map((file) => [file]),
  ];
  return commands.map((command) => ({ source: "PATH", command }));
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => isFile(path),
    () => false,
  );
}
