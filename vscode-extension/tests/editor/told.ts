/** What VS Code tells its user: that all safe edits were made, and that no server can be started. */

import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import type { Stage } from "./scenarios";
import { until } from "./until";

const PATIENCE = { timeout: 90_000 };
const NOWHERE = "/gone/python";
/** Settings with which there is no server. */
export const WITHOUT_SERVER = { "hybridize.interpreter": [NOWHERE] };

/** All safe edits of the workspace are made at once: nothing has to be ticked, and the number is told. */
export async function everything({ page, shot }: Stage): Promise<void> {
  await openModel(page);
  await page
    .locator(".squiggly-info")
    .first()
    .waitFor({ state: "attached", ...PATIENCE });
  await page.keyboard.press("F1");
  await page.keyboard.type("Make All Safe Edits in the Workspace");
  const entry = page.locator(".quick-input-list-row", { hasText: "Make All Safe Edits in the Workspace" });
  await entry.first().waitFor(PATIENCE);
  await page.keyboard.press("Enter");
  const told = notification(page, "Made ");
  await told.waitFor(PATIENCE);
  await shot("7-everything");
  assert.match((await told.textContent()) ?? "", /Made [4-9] safe edits in [2-9] files\./);
  assert.equal(await page.locator(".refactor-preview").count(), 0);
  await page.locator(".view-line", { hasText: "@tf.function" }).first().waitFor(PATIENCE);
  await until("the other file is edited, too", async () => {
    await page.locator('.tabs-container [aria-label^="two.py"]').first().click({ timeout: 5_000 });
    return (await page.locator(".view-line", { hasText: "@tf.function" }).count()) === 3;
  });
}

/** Settings that name a Python that is not there: a notification says so, and leads to the settings. */
export async function broken({ page, shot }: Stage): Promise<void> {
  await openModel(page);
  const told = notification(page, NOWHERE);
  await told.waitFor(PATIENCE);
  await shot("8-no-server");
  assert.match((await told.textContent()) ?? "", /hybridize\.interpreter.*does not exist/);
  for (const name of ["Show Logs", "Restart"]) await button(told, name).waitFor(PATIENCE);
  await button(told, "Open Settings").click(PATIENCE);
  await page.locator(".settings-editor", { hasText: "Interpreter" }).waitFor(PATIENCE);
}

async function openModel(page: Page): Promise<void> {
  await page.locator('.explorer-folders-view [aria-label^="model.py"]').dblclick(PATIENCE);
}

function notification(page: Page, text: string): Locator {
  return page.locator(".notification-toast", { hasText: text }).first();
}

function button(toast: Locator, name: string): Locator {
  return toast.locator(".monaco-button", { hasText: name });
}
