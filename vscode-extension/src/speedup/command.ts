/** `hybridize.speedup`: which command runs the program, and what came of it. */

import * as vscode from "vscode";
import { folderOf } from "../proofs";
import { word } from "../words";
import { failure, headline, offers, type Answer } from "./model";
import type { SpeedUpView } from "./view";

const REMEMBERED = "hybridize.speedup";
const TESTS = "**/{test_*,*_test}.py";
const NOT_TESTS = "**/{node_modules,site-packages,.venv,venv}/**";
const OTHER = "Another command…";

/** What came of `hybridize.applySpeedup`. */
export interface Applied {
  readonly applied: boolean;
  readonly reason: string | null;
}

/** The folder and the command that the user chooses or types; undefined when there is none. */
export async function askForProgram(remembered: vscode.Memento): Promise<[string, string] | undefined> {
  const where = folderOf(vscode.window.activeTextEditor?.document.uri);
  if (where === undefined) {
    void vscode.window.showErrorMessage("Open the folder of a program first; it is run in copies of it.");
    return undefined;
  }
  const chosen = await choose(remembered.get<string>(REMEMBERED));
  if (chosen === undefined || !(await saved())) return undefined;
  await remembered.update(REMEMBERED, chosen);
  return [where.toString(), chosen];
}

async function choose(last: string | undefined): Promise<string | undefined> {
  const document = vscode.window.activeTextEditor?.document;
  const file =
    document?.languageId === "python" && document.uri.scheme === "file"
      ? word(vscode.workspace.asRelativePath(document.uri, false))
      : undefined;
  const tests = (await vscode.workspace.findFiles(TESTS, NOT_TESTS, 1)).length > 0;
  const offered = offers(last, file, tests);
  const title = "Hybridize: Profile and Speed Up";
  const chosen =
    offered.length === 0
      ? OTHER
      : await vscode.window.showQuickPick([...offered, OTHER], {
          title,
          placeHolder: "The command that runs the program, some ten times, in copies of it",
          ignoreFocusOut: true,
        });
  if (chosen !== OTHER) return chosen;
  const typed = await vscode.window.showInputBox({
    title,
    prompt: "A command that runs the program. It runs in copies; nothing in this folder is written to.",
    value: offered[0] ?? "python ",
    ignoreFocusOut: true,
  });
  return typed === undefined || typed.trim() === "" ? undefined : typed;
}

/** Whether to go on: runs see what is saved, and nothing else. */
async function saved(): Promise<boolean> {
  const dirty = vscode.workspace.textDocuments.filter(
    ({ isDirty, isUntitled, languageId }) => isDirty && !isUntitled && languageId === "python",
  );
  if (dirty.length === 0) return true;
  const answer = await vscode.window.showWarningMessage(
    "Hybridize: there are unsaved changes, and a run sees only what is saved.",
    { modal: true },
    "Save and Run",
    "Run What Is Saved",
  );
  if (answer === "Save and Run") for (const document of dirty) await document.save();
  return answer !== undefined;
}

/** Runs it, and shows in the side bar what is found, or why there is nothing. */
export async function spedUp(
  command: string,
  run: () => Promise<Answer>,
  view: SpeedUpView,
  log: vscode.LogOutputChannel,
): Promise<Answer> {
  view.running(command);
  await vscode.commands.executeCommand("hybridize.speedups.focus");
  let answer: Answer;
  try {
    answer = await run();
  } catch (error) {
    view.failed(error instanceof Error ? error.message : String(error));
    throw error;
  }
  log.info(`hybridize speedup: exit code ${answer.exitCode}\n${answer.text}`);
  const { result } = answer;
  if (result === null) {
    const reason = failure(answer);
    view.failed(reason);
    details(vscode.window.showWarningMessage, reason, log);
  } else {
    view.show(command, result);
    details(vscode.window.showInformationMessage, `${command}: ${headline(result)}`, log);
  }
  return answer;
}

function details(
  show: (text: string, button: string) => Thenable<string | undefined>,
  text: string,
  log: vscode.LogOutputChannel,
): void {
  void show(`Hybridize: ${text}`, "Show Details").then((chosen) => {
    if (chosen !== undefined) log.show();
  });
}

/** What the button applies: the edits that are shown. */
export function shown(view: SpeedUpView): unknown[] | undefined {
  const offered = view.offered();
  if (offered !== undefined) return [offered.root, offered.changes];
  void vscode.window.showInformationMessage("Hybridize: there are no proved edits to apply.");
  return undefined;
}

export function appliedOrTold({ applied, reason }: Applied, view: SpeedUpView): Applied {
  if (applied) view.applied();
  if (reason !== null) void vscode.window.showWarningMessage(`Hybridize: ${reason}.`);
  return { applied, reason };
}
