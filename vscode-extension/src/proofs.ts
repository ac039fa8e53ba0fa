/** `hybridize.verify` and `hybridize.measure`: which command runs the program, and what came of it. */

import * as vscode from "vscode";
import { summary, word } from "./words";

/** What the server answers. */
export interface Proof {
  readonly exitCode: number;
  readonly text: string;
}

export function isProof(command: string): boolean {
  return command === "hybridize.verify" || command === "hybridize.measure";
}

/** The workspace folder that a file is in; the first without one. */
export function folderOf(file: vscode.Uri | undefined): vscode.Uri | undefined {
  const folder = file === undefined ? undefined : vscode.workspace.getWorkspaceFolder(file);
  return (folder ?? vscode.workspace.workspaceFolders?.[0])?.uri;
}

/** The folder and the command that the user types; undefined when there is none. */
export async function askForCommand(
  command: string,
  remembered: vscode.Memento,
): Promise<unknown[] | undefined> {
  const file = vscode.window.activeTextEditor?.document.uri;
  const where = folderOf(file);
  if (where === undefined) {
    void vscode.window.showErrorMessage("Open the folder of a program first; it is run in copies of it.");
    return undefined;
  }
  const typed = await vscode.window.showInputBox({
    title: command === "hybridize.verify" ? "Hybridize: Verify" : "Hybridize: Measure",
    prompt: "A command that runs the program. It runs in copies; nothing in this folder is written to.",
    value: remembered.get(
      command,
      file === undefined ? "pytest -q" : `python ${word(vscode.workspace.asRelativePath(file, false))}`,
    ),
    ignoreFocusOut: true,
  });
  if (typed === undefined || typed.trim() === "") return undefined;
  await remembered.update(command, typed);
  return [where.toString(), typed];
}

/** Shows the sum of a proof, with the whole of it one click away. */
export function told(command: string, proof: Proof, log: vscode.LogOutputChannel): Proof {
  log.info(`${command}: exit code ${proof.exitCode}\n${proof.text}`);
  const sum = summary(proof.text);
  const show = proof.exitCode === 0 ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  void show(sum, "Show Details").then((chosen) => {
    if (chosen !== undefined) log.show();
  });
  return proof;
}
