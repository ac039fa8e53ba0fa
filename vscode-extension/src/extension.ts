/** The entry point: channels, status, commands, and the server they are about. */

import * as vscode from "vscode";
import { commandMiddleware } from "./commands";
import { DECIDING } from "./configuration";
import { createControl, type Control } from "./control";
import { debugInformation } from "./debug_information";
import { watchEnvironments } from "./discovery/environments";
import { createFunctionsView } from "./functions/view";
import { createSpeedUpView } from "./speedup/view";
import { createStatusItem } from "./status";
import { Explanations } from "./why";

let running: Control | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("Hybridize", { log: true });
  const trace = vscode.window.createOutputChannel("Hybridize Trace", { log: true });
  const status = createStatusItem();
  const functions = createFunctionsView(log);
  const explanations = new Explanations();
  const speedups = createSpeedUpView();
  const middleware = commandMiddleware(
    functions.refresh,
    context.workspaceState,
    explanations,
    speedups,
    log,
  );
  const control = createControl(context, { log, trace }, middleware, (now, client) => {
    status.show(now);
    if (now.state !== "starting") functions.follow(client);
  });
  running = control;
  const again = (): void => void control.restart("if another server is meant");
  const command = (name: string, run: () => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(`hybridize.${name}`, run);
  context.subscriptions.push(
    log,
    trace,
    status,
    functions,
    explanations,
    speedups,
    command("restart", () => control.restart("always")),
    command("showLogs", () => {
      log.show();
    }),
    command("debugInformation", () =>
      vscode.env.clipboard.writeText(debugInformation(context, control.search())),
    ),
    command("refreshFunctions", functions.refresh),
    command("filterFunctions", () => {
      functions.filter(true);
    }),
    command("showAllFunctions", () => {
      functions.filter(false);
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (DECIDING.some((name) => event.affectsConfiguration(name))) again();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(again),
  );
  again();
  void watchEnvironments(again).then((watching) => context.subscriptions.push(watching));
}

export async function deactivate(): Promise<void> {
  await running?.stop();
}
