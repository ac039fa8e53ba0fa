/**
 * With the mouse: squiggle, side bar, light bulb, convert, save; then the file is right, the squiggle is gone, and the
 * side bar says so.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import type { Stage } from "./scenarios";
import { until } from "./until";

const PATIENCE = { timeout: 90_000 };
/** For what may have to be tried again. */
const SOON = { timeout: 20_000 };
const BULB = '.monaco-editor [class*="lightbulb"]';

export async function mouse({ page, workspace, shot }: Stage): Promise<void> {
  const file = join(workspace, "model.py");
  const before = readFileSync(file, "utf8");
  await page.locator('.explorer-folders-view [aria-label^="model.py"]').dblclick(PATIENCE);
  const squiggles = page.locator(".squiggly-info");
  await squiggles.first().waitFor({ state: "attached", ...PATIENCE });
  await shot("1-squiggle");

  await page.locator('.activitybar [aria-label^="Hybridize"]').first().click();
  await row(page, "step", "can be a graph · gain low · 1 trace").waitFor(PATIENCE);
  await row(page, "report", "stays eager").waitFor(PATIENCE);
  await widenSideBar(page, 130);
  await shot("2-functions");
  await row(page, "step", "can be a graph").click();
  await page.locator(".statusbar-item", { hasText: "Ln 6, Col 9 (4 selected)" }).waitFor(PATIENCE);

  const definition = page.locator(".view-line", { hasText: "def step" });
  await definition
    .locator("span", { hasText: /^step$/ })
    .last()
    .click();
  await page.locator(BULB).first().waitFor(PATIENCE);
  await shot("3-light-bulb");
  await page.locator(BULB).first().click();
  const entry = page.locator(".action-widget .action", { hasText: "Convert `step`" });
  await entry.first().waitFor(PATIENCE);
  assert.equal(await entry.count(), 1);
  await shot("4-menu");
  const converted = page.locator(".view-line", { hasText: "@tf.function" });
  await until("the function is converted", async () => {
    if ((await converted.count()) > 0) return true;
    if ((await entry.count()) === 0) await page.locator(BULB).first().click(SOON); // a busy editor has lost the click
    await choose(page, entry);
    await converted.waitFor(SOON);
    return true;
  });
  assert.equal(readFileSync(file, "utf8"), before);
  await shot("5-converted");

  await page.keyboard.press("Control+s");
  // Saving empties the file before it writes: what is read in between is not what was saved.
  await until("the file is saved", () => !["", before].includes(readFileSync(file, "utf8")));
  assert.equal(readFileSync(file, "utf8"), before.replace("def step", "@tf.function\ndef step"));
  await until("the squiggle is gone", async () => (await squiggles.count()) === 0);
  await row(page, "step", "is a graph").waitFor(PATIENCE);
  await shot("6-saved");
}

/** The row of a function in the side bar. */
function row(page: Page, name: string, state: string): Locator {
  return page.locator(".sidebar .monaco-list-row", { hasText: name }).filter({ hasText: state }).first();
}

async function widenSideBar(page: Page, by: number): Promise<void> {
  const box = await page.locator(".part.sidebar").boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y);
  await page.mouse.up();
}

/** The list takes no click before the mouse has moved over it. */
async function choose(page: Page, entry: Locator): Promise<void> {
  const box = await entry.boundingBox(SOON);
  assert.ok(box);
  await until("the list takes clicks", async () => {
    await page.mouse.move(box.x + 20, box.y + 4);
    await page.mouse.move(box.x + 30, box.y + box.height / 2);
    return (await page.locator(".context-view-pointerBlock").count()) === 0;
  });
  await entry.click(SOON);
}
