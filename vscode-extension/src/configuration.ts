/** Reads the settings of the editor. */

import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import * as vscode from "vscode";
import { substitute, type ImportStrategy, type Place, type Settings } from "./settings";

export const SECTION = "hybridize";

/** Settings whose change asks for another server process, or for none. */
export const DECIDING = ["enable", "importStrategy", "interpreter", "path"].map(
  (name) => `${SECTION}.${name}`,
);

export function readSettings(): Settings {
  const configuration = vscode.workspace.getConfiguration(SECTION);
  const place: Place = {
    workspaceFolder: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
    home: homedir(),
    environment: process.env,
  };
  const fill = (text: string): string => substitute(text, place);
  return {
    enable: configuration.get("enable", true),
    importStrategy: configuration.get<ImportStrategy>("importStrategy", "useBundled"),
    path: configuration.get<string[]>("path", []).map((text) => absolute(fill(text), place)),
    interpreter: program(configuration.get<string[]>("interpreter", []).map(fill), place),
  };
}

function absolute(path: string, place: Place): string {
  return isAbsolute(path) || place.workspaceFolder === undefined ? path : join(place.workspaceFolder, path);
}

/** A bare name is looked up on PATH by whoever runs it; a relative path starts at the workspace. */
function program([first, ...rest]: readonly string[], place: Place): string[] {
  if (first === undefined) return [];
  return [/[\\/]/.test(first) ? absolute(first, place) : first, ...rest];
}
