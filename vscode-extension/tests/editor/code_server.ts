/** One running VS Code with its own settings and extensions, and a browser for it. */

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, openSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { CHROMIUM, install } from "./install";
import { until } from "./until";

const BROWSER = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const SETTINGS = {
  "extensions.autoCheckUpdates": false,
  "editor.minimap.enabled": false,
  "files.autoSave": "off",
  "files.exclude": { "**/.venv": true, "**/.hybridize_cache": true },
  "git.enabled": false,
  "telemetry.telemetryLevel": "off",
  "window.commandCenter": false,
  "workbench.colorTheme": "Default Light Modern",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};

/** There is no marketplace to ask. */
const NO_GALLERY = JSON.stringify({ serviceUrl: "", itemUrl: "", resourceUrlTemplate: "" });

export interface EditorOptions {
  /** .vsix files that are installed beside the one under test. */
  readonly extensions?: readonly string[];
  /** User settings. */
  readonly settings?: object;
  /** Whether every workspace is trusted. */
  readonly trust?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Editor {
  /** host:port */
  readonly address: string;
  stop(): void;
}

/** Starts VS Code with these .vsix files installed; everything that it writes is below `folder`. */
export async function startEditor(folder: string, vsix: string, options: EditorOptions): Promise<Editor> {
  const entry = install();
  const data = join(folder, "data");
  mkdirSync(join(data, "User"), { recursive: true });
  writeFileSync(join(data, "User/settings.json"), JSON.stringify({ ...SETTINGS, ...options.settings }));
  writeFileSync(join(folder, "config.yaml"), "");
  const places = ["--user-data-dir", data, "--extensions-dir", join(folder, "extensions")];
  const command = [entry, ...places, "--config", join(folder, "config.yaml")];
  for (const file of [vsix, ...(options.extensions ?? [])]) {
    execFileSync(process.execPath, [...command, "--install-extension", file], { stdio: "pipe" });
  }
  const address = `127.0.0.1:${await freePort()}`;
  const quiet = ["--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"];
  const trust = options.trust === false ? [] : ["--disable-workspace-trust"];
  const log = openSync(join(folder, "code-server.log"), "w");
  const server = spawn(
    process.execPath,
    [...command, "--bind-addr", address, "--auth", "none", ...quiet, ...trust],
    {
      detached: true, // a group of its own, so that it can be ended with all that it started
      stdio: ["ignore", log, log],
      env: { ...process.env, EXTENSIONS_GALLERY: NO_GALLERY, ...options.environment },
    },
  );
  const stop = (): void => {
    process.off("exit", stop);
    if (server.pid !== undefined) process.kill(-server.pid, "SIGKILL");
  };
  process.on("exit", stop);
  await until("code-server answers", async () => (await fetch(`http://${address}/healthz`)).ok);
  return { address, stop };
}

export interface Browser {
  readonly page: Page;
  /** Hosts other than this machine that the page asked for, in vain. */
  readonly asked: ReadonlySet<string>;
  close(): Promise<void>;
}

export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: BROWSER });
  const context = await browser.newContext({ viewport: { width: 1120, height: 640 } });
  const asked = new Set<string>();
  const elsewhere = (url: URL): boolean => url.protocol.startsWith("http") && url.hostname !== "127.0.0.1";
  await context.route(elsewhere, (route) => {
    asked.add(new URL(route.request().url()).hostname);
    return route.abort();
  });
  return { page: await context.newPage(), asked, close: () => browser.close() };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
