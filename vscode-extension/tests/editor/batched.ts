/** A program and what it becomes when its calls are batched: a case of the refactorings, which run both. */

import { cpSync } from "node:fs";
import { join, resolve } from "node:path";

export const BATCHED = "objects.py";

/** Copies both into a workspace. */
export function addBatched(workspace: string): void {
  const cases = resolve("../tests/refactorings/batching/structural-recursion");
  for (const name of [BATCHED, BATCHED.replace(/py$/, "after")])
    cpSync(join(cases, name), join(workspace, name));
}
