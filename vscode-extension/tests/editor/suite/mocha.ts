/** Runs the tests of a suite inside the extension host; what VS Code expects of a suite is `run`. */

import Mocha from "mocha";
import { SAID } from "../said";

/** Milliseconds that one test may take: the machine may be busy, and all waits are for conditions. */
const PATIENCE = 120_000;

/** Rejects when a test fails. */
export function runner(define: () => void): () => Promise<void> {
  return async () => {
    const mocha = new Mocha({ ui: "bdd", timeout: PATIENCE, reporter: Lines });
    mocha.suite.emit("pre-require", globalThis as Mocha.MochaGlobals, "", mocha);
    define();
    const failures = await new Promise<number>((resolve) => mocha.run(resolve));
    if (failures > 0) throw new Error(`${failures} tests failed`);
  };
}

/** One line per test, on the console that the browser sees. */
class Lines extends Mocha.reporters.Base {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.on("pass", (test) => {
      say(`ok, ${test.fullTitle()} (${test.duration ?? 0} ms)`);
    });
    runner.on("fail", (test, error: Error) => {
      const { cause } = error;
      say(`NOT ok, ${test.fullTitle()}: ${error.stack ?? error.message}`);
      if (cause instanceof Error) say(`because ${cause.stack ?? cause.message}`);
    });
  }
}

function say(text: string): void {
  console.log(SAID + text);
}
