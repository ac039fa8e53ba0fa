/** One scenario is one VS Code with its own workspace, extensions and browser. */

import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { addBatched } from "./batched";
import { openBrowser, startEditor, type EditorOptions } from "./code_server";
import { runInHost } from "./in_host";
import { mouse } from "./mouse";
import { pythonExtension } from "./stub";
import { broken, everything, WITHOUT_SERVER } from "./told";
import { plant, untrusted } from "./untrusted";

/** Folders of this package; its scripts run in it. */
const SOURCES = resolve("tests/editor");
const BUILT = resolve("dist-tests/editor/suite");
const PYTHON = process.env["PYTHON"] ?? "python3";

export interface Run {
  /** Empty, for everything that the run writes. */
  readonly folder: string;
  /** The package under test. */
  readonly vsix: string;
  /** Where screenshots go. */
  readonly output: string;
  readonly say: (text: string) => void;
}

export interface Stage {
  readonly page: Page;
  readonly address: string;
  readonly workspace: string;
  readonly say: (text: string) => void;
  readonly shot: (name: string) => Promise<unknown>;
}

/** Rejects with what went wrong. */
export type Scenario = (run: Run) => Promise<void>;

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  features: inEditor(suite("features"), (_, workspace) => {
    addBatched(workspace);
    return {};
  }),
  mouse: inEditor(driven(mouse)),
  everything: inEditor(driven(everything)),
  broken: inEditor(driven(broken), () => ({ settings: WITHOUT_SERVER })),
  discovery: inEditor(suite("discovery"), (folder, workspace) => {
    const chosen = join(workspace, "chosen");
    makeEnvironment(chosen);
    const STUB_PYTHON = join(chosen, "bin/python");
    return { extensions: [pythonExtension(folder)], environment: { STUB_PYTHON } };
  }),
  untrusted: inEditor(driven(untrusted), (_, workspace) => {
    plant(workspace);
    const PATH = [join(workspace, "bin"), process.env["PATH"]].join(":");
    const settings = { "security.workspace.trust.startupPrompt": "never" };
    return { trust: false, settings, environment: { PATH } };
  }),
};

/** What a test suite does in the extension host. */
function suite(name: string) {
  return async ({ page, address, workspace, say }: Stage): Promise<void> => {
    const development = join(SOURCES, "host");
    const code = await runInHost(page, { address, workspace, development, suite: join(BUILT, name), say });
    if (code !== 0) throw new Error(`the suite ended with ${code}`);
  };
}

/** What a person does with mouse and keyboard. */
function driven(act: (stage: Stage) => Promise<void>) {
  return async (stage: Stage): Promise<void> => {
    await stage.page.goto(`http://${stage.address}/?folder=${stage.workspace}`);
    await act(stage);
  };
}

/** A Python without any package. */
function makeEnvironment(folder: string): void {
  execFileSync(PYTHON, ["-m", "venv", "--without-pip", folder]);
}

/** Does `act` in a VS Code with the package installed, on a workspace whose Python has no package at all. */
function inEditor(
  act: (stage: Stage) => Promise<void>,
  prepare: (folder: string, workspace: string) => EditorOptions = () => ({}),
): Scenario {
  return async ({ folder, vsix, output, say }) => {
    const workspace = join(folder, "workspace");
    cpSync(join(SOURCES, "workspace"), workspace, { recursive: true });
    makeEnvironment(join(workspace, ".venv"));
    const editor = await startEditor(folder, vsix, prepare(folder, workspace));
    const browser = await openBrowser();
    const { page } = browser;
    const shot = (name: string): Promise<unknown> => page.screenshot({ path: join(output, `${name}.png`) });
    try {
      await act({ page, address: editor.address, workspace, say, shot });
    } catch (error) {
      await shot("failure");
      throw error;
    } finally {
      await browser.close();
      editor.stop();
    }
    if (browser.asked.size > 0) throw new Error(`the page asked for ${[...browser.asked].join(", ")}`);
  };
}
