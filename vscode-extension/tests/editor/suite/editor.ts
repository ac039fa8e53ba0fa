/** What the tests do in the editor. */

import assert from "node:assert/strict";
import * as vscode from "vscode";
import { until } from "../until";

export const SECTION = "hybridize";

export function inWorkspace(name: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder);
  return vscode.Uri.joinPath(folder.uri, name);
}

/** Opens a file as a click does; what `openTextDocument` opens stays open for minutes. */
export async function open(name: string): Promise<vscode.TextDocument> {
  const uri = inWorkspace(name);
  await vscode.commands.executeCommand("vscode.open", uri, { preview: false });
  return until(`${name} is open`, () => {
    const document = vscode.window.activeTextEditor?.document;
    return document?.uri.toString() === uri.toString() && document;
  });
}

/** Throws unsaved changes away and closes all editors. */
export async function closeAll(): Promise<void> {
  await until("all editors are closed", async () => {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    return vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0);
  });
}

export function problems(document: vscode.TextDocument): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === SECTION);
}

export function codeOf({ code }: vscode.Diagnostic): string {
  return String(typeof code === "object" ? code.value : code);
}

/** The problem whose range is this text, as soon as there is one. */
export function problemAt(document: vscode.TextDocument, text: string): Promise<vscode.Diagnostic> {
  return until(`a problem at ${text} of ${document.fileName}`, () =>
    problems(document).find(({ range }) => document.getText(range) === text),
  );
}

export async function gone(document: vscode.TextDocument, text: string): Promise<void> {
  await until(`no problem at ${text} of ${document.fileName}`, () =>
    problems(document).every(({ range }) => document.getText(range) !== text),
  );
}

/** The code actions of a kind, or all, at a range; their edits are there: VS Code has them resolved. */
export async function actions(
  document: vscode.TextDocument,
  range: vscode.Range,
  kind?: vscode.CodeActionKind,
): Promise<vscode.CodeAction[]> {
  return vscode.commands.executeCommand(
    "vscode.executeCodeActionProvider",
    document.uri,
    range,
    kind?.value,
    20,
  );
}

/** Applies the one action whose title has this text, as soon as it is offered. */
export async function apply(
  document: vscode.TextDocument,
  range: vscode.Range,
  kind: vscode.CodeActionKind,
  title: RegExp,
): Promise<vscode.CodeAction> {
  const action = await until(`an action ${title.source}`, async () =>
    (await actions(document, range, kind)).find((found) => title.test(found.title)),
  );
  assert.ok(action.edit, "its edit was not resolved");
  assert.ok(await vscode.workspace.applyEdit(action.edit));
  return action;
}

/** The range of the first place with this text. */
export function rangeOf(document: vscode.TextDocument, text: string): vscode.Range {
  const start = document.getText().indexOf(text);
  assert.notEqual(start, -1, text);
  return new vscode.Range(document.positionAt(start), document.positionAt(start + text.length));
}

export async function configure(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration(SECTION).update(name, value, vscode.ConfigurationTarget.Workspace);
}

export async function debugInformation(): Promise<string> {
  await vscode.commands.executeCommand("hybridize.debugInformation");
  return vscode.env.clipboard.readText();
}
