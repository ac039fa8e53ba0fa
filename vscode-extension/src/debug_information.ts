/** What a report of a fault should say, for the clipboard. */

import * as vscode from "vscode";
import { readSettings } from "./configuration";
import type { Search } from "./discovery/find";

export function debugInformation(context: vscode.ExtensionContext, search: Search | undefined): string {
  const { version } = context.extension.packageJSON as { version: string };
  const { server, passed = [] } = search ?? {};
  return [
    `Hybridize ${version}, VS Code ${vscode.version}, ${process.platform} ${process.arch}`,
    `Workspace: ${vscode.workspace.isTrusted ? "trusted" : "not trusted"}`,
    `Settings: ${JSON.stringify(readSettings())}`,
    `Server: ${server ? `${server.origin}: ${[server.command, ...server.arguments].join(" ")}` : "none"}`,
    ...passed.map((text) => `Passed over: ${text}`),
  ].join("\n");
}
