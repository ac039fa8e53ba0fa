/** What is shown of a result, and which commands are offered. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { failure, groups, headline, offers, type SpeedUp } from "../../src/speedup/model";

const PLACE = { path: "a/train.py", qualname: "step", line: 20, edit: "adds `@tf.function`" };
const TIMES = { calls: 200, each: 0.009, total: 1.78, traces: 0 };
const FASTER = { calls: 200, each: 0.001, total: 0.5, traces: 1 };
const FOUND: SpeedUp = {
  root: "/project",
  command: ["python", "train.py"],
  before: 8.3,
  after: 4.15,
  kept: [
    { ...PLACE, original: TIMES, edited: FASTER },
    { ...PLACE, qualname: "inner", original: TIMES, edited: null },
  ],
  rejected: [{ ...PLACE, qualname: "evaluate", reason: "it is not faster" }],
  untried: [],
  eager: [],
  complete: true,
  changes: [],
};
const NOTHING: SpeedUp = { ...FOUND, before: null, after: null, kept: [], rejected: [] };

test("the headline says what was gained", () => {
  assert.equal(headline(FOUND), "8.3 s → 4.2 s (2.0x), 2 edits proved");
  assert.equal(headline(NOTHING), "nothing found that makes it faster");
});

test("the headline says where the time was over", () => {
  const over = "; the time was over, the same command goes on from here";
  assert.equal(headline({ ...NOTHING, complete: false }), `nothing found that makes it faster${over}`);
});

test("edits are grouped by what became of them, with times and reasons", () => {
  const shown = groups({ ...FOUND, untried: [{ ...PLACE, qualname: "last" }] });
  assert.deepEqual(
    shown.map(({ title, rows }) => [title, rows.map((row) => [row.place.qualname, row.description])]),
    [
      [
        "Proved on this run, and faster",
        [
          ["step", "1.78 s → 0.50 s in 200 calls, 1 trace"],
          ["inner", "proved inside another graph, whose time counts"],
        ],
      ],
      ["Tried and rejected", [["evaluate", "it is not faster"]]],
      ["Not tried: no time left", [["last", "adds `@tf.function`"]]],
    ],
  );
  assert.equal(shown[1]?.rows[0]?.tooltip, "a/train.py:20 evaluate adds `@tf.function`\nit is not faster");
});

test("functions for which there is nothing to try are shown with what stands in the way", () => {
  const eager = [
    { path: "a.py", qualname: "load", line: 3, share: 0.342, rules: ["ambient-state", "eager-only-call"] },
    { path: "a.py", qualname: "other", line: 9, share: 0.05, rules: [] },
  ];
  const [shown] = groups({ ...NOTHING, eager });
  assert.equal(shown?.title, "Stays eager: nothing to try");
  assert.deepEqual(
    shown.rows.map((row) => [row.place.qualname, row.description]),
    [
      ["load", "34 % of the run; ambient-state, eager-only-call"],
      ["other", "5 % of the run"],
    ],
  );
  assert.equal(shown.rows[1]?.tooltip, "a.py:9 other stays eager\n5 % of the run");
});

test("a group without edits is not shown", () => {
  assert.deepEqual(groups(NOTHING), []);
});

for (const [exitCode, text, told] of [
  [130, "run 1: the original\n", "Cancelled. The same command goes on from where it was."],
  [
    3,
    "run 1\nerror: the command exits with 7\n  | error: its own\n",
    "Nothing was tried: the command exits with 7.",
  ],
  [2, "", "Nothing was tried: hybridize ended with exit code 2."],
] as const) {
  test(`exit code ${exitCode} without a result is explained`, () => {
    assert.equal(failure({ exitCode, text, result: null }), told);
  });
}

test("commands are offered likeliest first, each once", () => {
  assert.deepEqual(offers(undefined, "train.py", false), ["python train.py"]);
  assert.deepEqual(offers("pytest -q", "train.py", true), ["pytest -q", "python train.py"]);
  assert.deepEqual(offers("python 'a b.py' 3", undefined, true), ["python 'a b.py' 3", "pytest -q"]);
  assert.deepEqual(offers(undefined, undefined, false), []);
});
