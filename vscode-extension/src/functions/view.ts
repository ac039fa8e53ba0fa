/** The side bar: files, and in each its functions with verdict, gain and traces. */

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { counted, icon, ordered, summary, withGain, type FileItem, type FunctionItem } from "./model";

const VIEW = "hybridize.functions";
const REQUEST = "hybridize/functions";
/** Milliseconds: what changes in less counts as one change. */
const QUIET = 300;

type Node = { readonly file: FileItem } | { readonly file: FileItem; readonly item: FunctionItem };

export interface FunctionsView {
  /** From now on shows the functions that this client's server knows; none without a client. */
  readonly follow: (client: LanguageClient | undefined) => void;
  /** Shows every function, or only those with something to gain, those with most first. */
  readonly filter: (on: boolean) => void;
  /** Asks the server again, now or when the view is next seen. */
  readonly refresh: () => void;
  readonly dispose: () => void;
}

export function createFunctionsView(log: vscode.LogOutputChannel): FunctionsView {
  const changed = new vscode.EventEmitter<void>();
  let client: LanguageClient | undefined;
  let files: readonly FileItem[] = [];
  let filtered = false;
  let stale = false;
  let timer: NodeJS.Timeout | undefined;

  const shown = (): readonly FileItem[] => (filtered ? withGain(files) : files);
  const provider: vscode.TreeDataProvider<Node> = {
    onDidChangeTreeData: changed.event,
    getTreeItem: (node) => ("item" in node ? functionItem(node.file, node.item) : fileItem(node.file)),
    getChildren: (node) => (node ? children(node) : shown().map((file) => ({ file }))),
    getParent: (node) => ("item" in node ? { file: node.file } : undefined),
  };
  const view = vscode.window.createTreeView(VIEW, { treeDataProvider: provider, showCollapseAll: true });

  const refresh = (): void => {
    stale = true;
    if (!view.visible) return;
    clearTimeout(timer);
    timer = setTimeout(() => void fetch(), QUIET);
  };
  const fetch = async (): Promise<void> => {
    stale = false;
    const asked = client;
    const answer = asked ? await ask(asked, log) : [];
    if (asked !== client || answer === undefined) return;
    files = ordered(answer);
    changed.fire();
  };
  const subscriptions = vscode.Disposable.from(
    view,
    changed,
    view.onDidChangeVisibility(() => {
      if (stale) refresh();
    }),
    vscode.languages.onDidChangeDiagnostics(refresh), // where something new is known, problems have moved
    {
      dispose: () => {
        clearTimeout(timer);
      },
    },
  );
  return {
    follow: (now) => {
      client = now;
      refresh();
    },
    filter: (on) => {
      filtered = on;
      void vscode.commands.executeCommand("setContext", "hybridize.filtered", on);
      changed.fire();
    },
    refresh,
    dispose: () => {
      subscriptions.dispose();
    },
  };
}

async function ask(client: LanguageClient, log: vscode.LogOutputChannel): Promise<FileItem[] | undefined> {
  try {
    return await client.sendRequest<FileItem[]>(REQUEST, {});
  } catch (error) {
    log.warn(`The server did not list its functions: ${String(error)}`);
    return undefined;
  }
}
function children(node: Node): Node[] {
  return "item" in node ? [] : node.file.functions.map((item) => ({ file: node.file, item }));
}

function fileItem(file: FileItem): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.Uri.parse(file.uri), vscode.TreeItemCollapsibleState.Expanded);
  item.id = file.uri;
  item.description = counted(file);
  item.iconPath = vscode.ThemeIcon.File;
  return item;
}

function functionItem(file: FileItem, item: FunctionItem): vscode.TreeItem {
  const uri = vscode.Uri.parse(file.uri);
  const { start, end } = item.range;
  const shown = new vscode.TreeItem(item.name);
  const { id, color } = icon(item);
  shown.id = `${file.uri}#${item.name}:${start.line}`;
  shown.description = summary(item);
  shown.tooltip = [`${item.name}: ${summary(item)}`, ...item.assumptions].join("\n");
  shown.iconPath = new vscode.ThemeIcon(id, color === undefined ? undefined : new vscode.ThemeColor(color));
  shown.contextValue = item.verdict;
  shown.command = {
    title: "Go to Function",
    command: "vscode.open",
    arguments: [uri, { selection: new vscode.Range(start.line, start.character, end.line, end.character) }],
  };
  return shown;
}
