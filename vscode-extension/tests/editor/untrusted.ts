/** A workspace that is not trusted cannot have its programs run. */

import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Stage } from "./scenarios";

const MARK = "was-run";
const PATIENCE = { timeout: 90_000 };

/** Puts programs where a server is looked for, and settings that name one; each would leave a mark. */
export function plant(workspace: string): void {
  const trap = `#!/bin/sh\necho "$0" >> '${join(workspace, MARK)}'\nexit 1\n`;
  for (const name of [".venv/bin/python", "bin/hybridize", "bin/python3"]) {
    const path = join(workspace, name);
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { force: true });
    writeFileSync(path, trap);
    chmodSync(path, 0o755);
  }
  const settings = {
    "hybridize.path": ["bin/hybridize"],
    "hybridize.interpreter": ["bin/python3"],
    "hybridize.importStrategy": "fromEnvironment",
  };
  mkdirSync(join(workspace, ".vscode"));
  writeFileSync(join(workspace, ".vscode/settings.json"), JSON.stringify(settings));
}

export async function untrusted({ page, workspace }: Stage): Promise<void> {
  await page.locator('.statusbar-item[aria-label^="Restricted Mode"]').waitFor(PATIENCE);
  await page.locator('.explorer-folders-view [aria-label^="model.py"]').dblclick(PATIENCE);
  await page
    .locator(".squiggly-info")
    .first()
    .waitFor({ state: "attached", ...PATIENCE });
  assert.ok(!existsSync(join(workspace, MARK)), "a program of the workspace was run");
}
