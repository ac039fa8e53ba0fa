/** The entry in the language status of Python files. */

import * as vscode from "vscode";

export type Status =
  | { readonly state: "starting" | "disabled" }
  | { readonly state: "running"; readonly name: string; readonly origin: string }
  | { readonly state: "stopped"; readonly reason: string };

export const SELECTOR = [
  { scheme: "file", language: "python" },
  { scheme: "untitled", language: "python" },
];

export interface StatusItem {
  dispose(): void;
  show(status: Status): void;
}

export function createStatusItem(): StatusItem {
  const item = vscode.languages.createLanguageStatusItem("hybridize.status", SELECTOR);
  item.name = "Hybridize";
  return {
    show(status) {
      Object.assign(item, describe(status));
      void vscode.commands.executeCommand("setContext", "hybridize.running", status.state === "running");
    },
    dispose: () => {
      item.dispose();
    },
  };
}

type Shown = Pick<vscode.LanguageStatusItem, "text" | "detail" | "busy" | "severity" | "command">;

function describe(status: Status): Shown {
  const logs = { title: "Show Logs", command: "hybridize.showLogs" };
  const restart = { title: "Restart", command: "hybridize.restart" };
  const quiet = { severity: vscode.LanguageStatusSeverity.Information, busy: false, command: logs };
  switch (status.state) {
    case "starting":
      return { ...quiet, text: "Hybridize is starting", detail: "", busy: true };
    case "disabled":
      return { ...quiet, text: "Hybridize is off", detail: "by hybridize.enable" };
    case "running":
      return { ...quiet, text: status.name, detail: status.origin };
    case "stopped":
      return {
        text: "Hybridize is not running",
        detail: status.reason,
        busy: false,
        severity: vscode.LanguageStatusSeverity.Error,
        command: restart,
      };
  }
}
