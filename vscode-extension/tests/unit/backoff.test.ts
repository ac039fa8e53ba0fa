import assert from "node:assert/strict";
import { test } from "node:test";
import { crashed, NO_CRASHES } from "../../src/backoff";

function delays(times: readonly number[]): (number | undefined)[] {
  let crashes = NO_CRASHES;
  return times.map((time) => {
    const { crashes: next, delay } = crashed(crashes, time);
    crashes = next;
    return delay;
  });
}

test("each crash waits longer than the one before, and the sixth is the last", () => {
  const found = delays([0, 1_000, 5_000, 10_000, 20_000, 30_000]);
  const waits = found.slice(0, -1) as number[];
  assert.equal(waits[0], 0);
  assert.ok(waits.every((wait, index) => index === 0 || wait > (waits[index - 1] ?? 0)));
  assert.equal(found.at(-1), undefined);
});

test("old crashes are forgotten", () => {
  assert.deepEqual(delays([0, 1_000, 2_000, 400_000]).at(-1), 0);
});
