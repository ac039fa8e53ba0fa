/** The tests in a real VS Code: `run.js FILE.vsix [SCENARIO…]`.  Screenshots and logs go to build/editor. */

import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { SCENARIOS, type Scenario } from "./scenarios";

const OUTPUT = resolve("../build/editor");
/** What of a failed run is not worth keeping, or cannot be copied. */
const LEFT_OUT = /[/](extensions|[.]venv|[^/]*[.]sock)$/;

async function passes(name: string, scenario: Scenario, vsix: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), `hybridize-${name}-`));
  const began = Date.now();
  const say = (text: string): void => {
    console.log(`${name}: ${text}`);
  };
  try {
    await scenario({ folder, vsix, output: OUTPUT, say });
    say(`passed in ${Math.round((Date.now() - began) / 1000)} s`);
    return true;
  } catch (error) {
    const { stack, cause } = error as Error;
    say(`FAILED ${stack ?? ""}${cause === undefined ? "" : `\n  because: ${(cause as Error).message}`}`);
    cpSync(folder, join(OUTPUT, name), { recursive: true, filter: (path) => !LEFT_OUT.test(path) });
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main(vsix: string, chosen: readonly string[]): Promise<number> {
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(OUTPUT, { recursive: true });
  const results: boolean[] = [];
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    if (chosen.length === 0 || chosen.includes(name)) results.push(await passes(name, scenario, vsix));
  }
  const passed = results.filter(Boolean).length;
  console.log(`${passed} passed, ${results.length - passed} failed`);
  return passed > 0 && passed === results.length ? 0 : 1;
}

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1)); // so that `exit` is told
const [vsix = "", ...chosen] = process.argv.slice(2);
void main(resolve(vsix), chosen).then((code) => process.exit(code));
