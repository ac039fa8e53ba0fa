import assert from "node:assert/strict";
import { test } from "node:test";
import { serial } from "../../src/serial";

test("jobs run in order and do not overlap", async () => {
  const events: string[] = [];
  const run = serial(async (name: string) => {
    events.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    events.push(`${name} ends`);
  });
  await Promise.all([run("a"), run("b")]);
  assert.deepEqual(events, ["a begins", "a ends", "b begins", "b ends"]);
});

test("a job that fails does not keep the next from running", async () => {
  const run = serial((fail: boolean) => (fail ? Promise.reject(new Error("broken")) : Promise.resolve()));
  await assert.rejects(run(true), /broken/);
  await run(false);
});
