/** One language client: how a server process is run and watched. */

import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  RevealOutputChannelOn,
  type CloseHandlerResult,
  type ErrorHandler,
  type Middleware,
} from "vscode-languageclient/node";
import { crashed, NO_CRASHES } from "./backoff";
import { SECTION } from "./configuration";
import type { Server } from "./discovery/find";
import { SELECTOR } from "./status";

export interface Channels {
  readonly log: vscode.LogOutputChannel;
  readonly trace: vscode.LogOutputChannel;
}

/** A client that is not started.  `gaveUp` is called when the server has died too often. */
export function createClient(
  server: Server,
  channels: Channels,
  middleware: Middleware,
  gaveUp: (reason: string) => void,
): LanguageClient {
  const cwd = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  return new LanguageClient(
    SECTION,
    "Hybridize",
    {
      command: server.command,
      args: [...server.arguments],
      options: cwd === undefined ? {} : { cwd },
    },
    {
      documentSelector: [...SELECTOR, { notebook: "jupyter-notebook", language: "python" }],
      outputChannel: channels.log,
      traceOutputChannel: channels.trace,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: { settings: { ...vscode.workspace.getConfiguration(SECTION) } },
      initializationFailedHandler: () => false, // `start` rejects with the reason
      middleware,
      errorHandler: restarting(channels.log, gaveUp),
    },
  );
}

function restarting(log: vscode.LogOutputChannel, gaveUp: (reason: string) => void): ErrorHandler {
  let crashes = NO_CRASHES;
  return {
    error: () => ({ action: ErrorAction.Continue, handled: true }), // what matters ends in `closed`
    closed: async (): Promise<CloseHandlerResult> => {
      const { crashes: all, delay } = crashed(crashes, Date.now());
      crashes = all;
      if (delay === undefined) {
        gaveUp(`The server died ${all.times.length} times in three minutes.`);
        return { action: CloseAction.DoNotRestart, handled: true };
      }
      log.warn(`The server died; it is started again in ${delay / 1000} s.`);
      await new Promise((resolve) => setTimeout(resolve, delay));
      return { action: CloseAction.Restart, handled: true };
    },
  };
}
