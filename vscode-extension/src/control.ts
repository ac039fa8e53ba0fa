/** Starts, stops and replaces the server. */

import * as vscode from "vscode";
import { State, type LanguageClient, type Middleware } from "vscode-languageclient/node";
import { createClient, type Channels } from "./client";
import { readSettings } from "./configuration";
import { findServer, ignoredSettings, type Search, type Server } from "./discovery/find";
import { currentWorld } from "./discovery/world";
import { serial } from "./serial";
import type { Status } from "./status";

/** always: also when the same server would be started again. */
export type Reason = "always" | "if another server is meant";

/** Told of every change, with the client of a server that runs. */
export type Show = (status: Status, client?: LanguageClient) => void;

export interface Control {
  /** Resolves when the server runs, or when it is clear that none will. */
  restart(reason: Reason): Promise<void>;
  stop(): Promise<void>;
  client(): LanguageClient | undefined;
  /** What the last look for a server found. */
  search(): Search | undefined;
}

export function createControl(
  context: vscode.ExtensionContext,
  channels: Channels,
  middleware: Middleware,
  show: Show,
): Control {
  let client: LanguageClient | undefined;
  let search: Search | undefined;

  const stop = async (): Promise<void> => {
    const old = client;
    client = undefined;
    // a server that does not stop in time is killed by the client; the error says so
    await old?.dispose().catch((error: unknown) => {
      channels.log.warn(String(error));
    });
  };

  const restart = async (reason: Reason): Promise<void> => {
    const settings = readSettings();
    if (!settings.enable) {
      await stop();
      show({ state: "disabled" });
      return;
    }
    const before = search?.server;
    search = await findServer(settings, await currentWorld(context));
    if (reason !== "always" && client?.isRunning() && same(before, search.server)) return;
    await stop();
    client = await start(search, channels, middleware, show);
  };

  const inTurn = serial(restart);
  return { restart: inTurn, stop, client: () => client, search: () => search };
}

function same(a: Server | undefined, b: Server | undefined): boolean {
  return JSON.stringify([a?.command, a?.arguments]) === JSON.stringify([b?.command, b?.arguments]);
}

async function start(
  { server, passed }: Search,
  channels: Channels,
  middleware: Middleware,
  show: Show,
): Promise<LanguageClient | undefined> {
  for (const text of passed) channels.log.info(`Passed over: ${text}`);
  for (const text of ignoredSettings({ server, passed })) {
    report(`The settings name a program that cannot be used. ${text}.`);
  }
  if (!server) {
    const reason =
      passed.at(-1) ?? "There is no Python 3.10 to 3.13 on PATH; name one in hybridize.interpreter.";
    channels.log.error(`No server can be started. ${reason}`);
    show({ state: "stopped", reason });
    if (ignoredSettings({ server, passed }).length === 0) report(`No server can be started. ${reason}`);
    return undefined;
  }
  channels.log.info(`Server: ${server.origin}`);
  channels.log.info(`Command: ${[server.command, ...server.arguments].join(" ")}`);
  const client = createClient(server, channels, middleware, (reason) => {
    show({ state: "stopped", reason });
    report(reason);
  });
  client.onDidChangeState(({ newState }) => {
    if (newState === State.Starting) show({ state: "starting" });
    else if (newState === State.Running)
      show({ state: "running", name: nameOf(client), origin: server.origin }, client);
  });
  try {
    await client.start();
    return client;
  } catch (error) {
    const reason = messageOf(error);
    channels.log.error(`The server did not start: ${reason}`);
    show({ state: "stopped", reason });
    report(`The server did not start: ${reason}`);
    await client.dispose().catch(() => undefined); // it never ran
    return undefined;
  }
}

const ANSWERS = {
  "Open Settings": () =>
    vscode.commands.executeCommand("workbench.action.openSettings", "hybridize.interpreter"),
  "Show Logs": () => vscode.commands.executeCommand("hybridize.showLogs"),
  Restart: () => vscode.commands.executeCommand("hybridize.restart"),
};

/** A notification with buttons; nothing waits for an answer. */
function report(text: string): void {
  const buttons = Object.keys(ANSWERS) as (keyof typeof ANSWERS)[];
  void vscode.window
    .showErrorMessage(`Hybridize: ${text}`, ...buttons)
    .then((chosen) => chosen && ANSWERS[chosen]());
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function nameOf(client: LanguageClient): string {
  const info = client.initializeResult?.serverInfo;
  return `Hybridize ${info?.version ?? ""}`.trim();
}
