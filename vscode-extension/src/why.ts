/** `hybridize.why`: what is asked about, and the page that shows the answer. */

import * as vscode from "vscode";

const SCHEME = "hybridize-why";

/** What the server answers. */
export interface Explained {
  readonly text: string;
  readonly problem: string | null;
}

/** From the palette or the context menu: what is selected, else what the cursor stands on. */
export function place(given: readonly unknown[]): unknown[] | undefined {
  if (given.length === 4) return [...given];
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== "python") return undefined;
  const { start } = editor.selection;
  const selected = editor.document.getText(editor.selection).trim();
  return [editor.document.uri.toString(), start.line, start.character, selected];
}

/** A read-only page beside the program; one for all answers. */
export class Explanations implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly page = vscode.Uri.from({ scheme: SCHEME, path: "Why" });
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly registered = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  private text = "";
  readonly onDidChange = this.changed.event;

  provideTextDocumentContent(): string {
    return this.text;
  }

  async show({ text, problem }: Explained): Promise<void> {
    if (problem !== null) {
      void vscode.window.showWarningMessage(`Hybridize: ${problem}.`);
      return;
    }
    this.text = text;
    this.changed.fire(this.page);
    const options = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true };
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(this.page), options);
  }

  dispose(): void {
    this.registered.dispose();
    this.changed.dispose();
  }
}
