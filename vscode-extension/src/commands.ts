/** The server's commands: what they are told, and what the user is told of their results. */

import * as vscode from "vscode";
import { askForCommand, isProof, told, type Proof } from "./proofs";
import { appliedOrTold, askForProgram, shown, spedUp, type Applied } from "./speedup/command";
import type { Answer } from "./speedup/model";
import type { SpeedUpView } from "./speedup/view";
import { converted, type Converted } from "./words";
import { place, type Explained, type Explanations } from "./why";
import type { ExecuteCommandMiddleware } from "vscode-languageclient/node";

/** What `hybridize.analyzeWorkspace` counts. */
interface Counts {
  readonly files: number;
  readonly functions: number;
  readonly convertible: number;
  readonly safe: number;
}

/** What became of a repair that was looked for. */
interface Repaired {
  readonly applied: boolean;
  readonly reason: string | null;
}

/** listed: called when the server knows other functions than before. */
export function commandMiddleware(
  listed: () => void,
  remembered: vscode.Memento,
  explanations: Explanations,
  speedups: SpeedUpView,
  log: vscode.LogOutputChannel,
): ExecuteCommandMiddleware {
  return {
    executeCommand: async (command, given, next) => {
      if (isProof(command)) {
        const asked: readonly unknown[] | undefined =
          given.length > 0 ? given : await askForCommand(command, remembered);
        return asked && told(command, (await next(command, [...asked])) as Proof, log);
      }
      if (command === "hybridize.speedup") {
        const asked: readonly unknown[] | undefined =
          given.length > 0 ? given : await askForProgram(remembered);
        if (asked === undefined) return undefined;
        const run = async (): Promise<Answer> => (await next(command, [...asked])) as Answer;
        return spedUp(String(asked[1]), run, speedups, log);
      }
      if (command === "hybridize.applySpeedup") {
        const asked: readonly unknown[] | undefined = given.length > 0 ? given : shown(speedups);
        return asked && appliedOrTold((await next(command, [...asked])) as Applied, speedups);
      }
      if (command === "hybridize.why") {
        const asked = place(given);
        if (asked === undefined) return undefined;
        const explained = (await next(command, asked)) as Explained;
        await explanations.show(explained);
        return explained;
      }
      const result: unknown = await next(command, command === "hybridize.convertFile" ? file(given) : given);
      switch (command) {
        case "hybridize.convertWorkspace":
          void vscode.window.showInformationMessage(converted(result as Converted));
          break;
        case "hybridize.repair": {
          const { reason } = result as Repaired;
          if (reason !== null) void vscode.window.showWarningMessage(`Hybridize: ${reason}.`);
          break;
        }
        case "hybridize.analyzeWorkspace":
          listed();
          void vscode.window.showInformationMessage(counted(result as Counts));
          break;
        case "hybridize.showReport":
          listed();
          await vscode.commands.executeCommand("hybridize.functions.focus");
          break;
      }
      return result;
    },
  };
}

/** From the palette there are no arguments: the file that is edited is meant. */
function file(given: readonly unknown[]): unknown[] {
  const uri = vscode.window.activeTextEditor?.document.uri.toString();
  return given.length > 0 || uri === undefined ? [...given] : [uri];
}

function counted({ files, functions, convertible, safe }: Counts): string {
  return `${files} files with ${functions} functions: ${convertible} can be graphs, ${safe} edits are safe.`;
}
