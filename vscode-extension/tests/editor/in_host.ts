/** Runs a suite of tests inside the extension host of a page. */

import type { Page } from "playwright-core";
import { SAID } from "./said";
import { until } from "./until";

/** Milliseconds for a whole suite. */
const PATIENCE = 600_000;

/**
 * Resolves to the exit code of the suite; its output goes to `say`.  The address of the page says what to run, as
 * the test runners of VS Code have it.
 *
 * development: folder of an extension, which VS Code wants to have for tests.  suite: a module that exports `run`.
 */
export async function runInHost(
  page: Page,
  options: {
    readonly address: string;
    readonly workspace: string;
    readonly development: string;
    readonly suite: string;
    readonly say: (text: string) => void;
  },
): Promise<number> {
  let exit: number | undefined;
  await page.exposeFunction("codeAutomationLog", (_: string, values: readonly unknown[]) => {
    const text = values.map(String).join(" ");
    if (text.startsWith(SAID)) options.say(text.slice(SAID.length));
  });
  await page.exposeFunction("codeAutomationExit", (code: number) => {
    exit = code;
  });
  const remote = (path: string): string => `vscode-remote://${options.address}${path}`;
  const payload = JSON.stringify([
    ["extensionDevelopmentPath", remote(options.development)],
    ["extensionTestsPath", remote(options.suite)],
    ["skipWelcome", "true"],
  ]);
  const query = `folder=${options.workspace}&payload=${encodeURIComponent(payload)}`;
  await page.goto(`http://${options.address}/?${query}`);
  return until("the suite ends", () => exit, PATIENCE);
}
