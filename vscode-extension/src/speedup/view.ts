/** The side bar's list of edits that a run has proved or turned down. */

import * as vscode from "vscode";
import { groups, headline, type Group, type Row, type SpeedUp } from "./model";

const VIEW = "hybridize.speedups";
type Node = Group | Row;

export interface SpeedUpView {
  /** Says that a command runs; what was found before is no longer shown. */
  readonly running: (command: string) => void;
  readonly show: (command: string, found: SpeedUp) => void;
  /** Says why there is no result. */
  readonly failed: (reason: string) => void;
  /** Says that what is shown has been applied, so that it is not offered again. */
  readonly applied: () => void;
  /** What is shown, and has edits that can be applied. */
  readonly offered: () => SpeedUp | undefined;
  readonly dispose: () => void;
}

export function createSpeedUpView(): SpeedUpView {
  const changed = new vscode.EventEmitter<void>();
  let found: SpeedUp | undefined;
  let offered: SpeedUp | undefined;
  const provider: vscode.TreeDataProvider<Node> = {
    onDidChangeTreeData: changed.event,
    getTreeItem: (node) => ("rows" in node ? groupItem(node) : rowItem(found?.root ?? "", node)),
    getChildren: (node) => {
      if (node === undefined) return found === undefined ? [] : groups(found);
      return "rows" in node ? [...node.rows] : [];
    },
  };
  const view = vscode.window.createTreeView(VIEW, { treeDataProvider: provider });
  const set = (message: string, now: SpeedUp | undefined, running: boolean): void => {
    found = now;
    offered = now !== undefined && now.changes.length > 0 ? now : undefined;
    view.message = message;
    void vscode.commands.executeCommand("setContext", "hybridize.speedingUp", running);
    void vscode.commands.executeCommand("setContext", "hybridize.spedUp", offered !== undefined);
    changed.fire();
  };
  return {
    running: (command) => {
      set(`${command}: is run in copies of the program…`, undefined, true);
    },
    show: (command, now) => {
      set(`${command}: ${headline(now)}`, now, false);
    },
    failed: (reason) => {
      set(reason, undefined, false);
    },
    applied: () => {
      offered = undefined;
      void vscode.commands.executeCommand("setContext", "hybridize.spedUp", false);
    },
    offered: () => offered,
    dispose: () => {
      view.dispose();
      changed.dispose();
    },
  };
}

function groupItem({ title, icon, color, rows }: Group): vscode.TreeItem {
  const item = new vscode.TreeItem(title, vscode.TreeItemCollapsibleState.Expanded);
  item.description = `${rows.length}`;
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  return item;
}

function rowItem(root: string, { place, description, tooltip }: Row): vscode.TreeItem {
  const item = new vscode.TreeItem(place.qualname);
  item.description = description;
  item.tooltip = tooltip;
  const start = new vscode.Position(place.line - 1, 0);
  item.command = {
    title: "Go to Function",
    command: "vscode.open",
    arguments: [
      vscode.Uri.joinPath(vscode.Uri.file(root), place.path),
      { selection: new vscode.Range(start, start) },
    ],
  };
  return item;
}
