import assert from "node:assert/strict";
import { test } from "node:test";
import { counted, icon, ordered, summary, withGain, type FunctionItem } from "../../src/functions/model";

const AT = { line: 0, character: 4 };

function item(changes: Partial<FunctionItem>): FunctionItem {
  return {
    name: "f",
    range: { start: AT, end: AT },
    verdict: "keep",
    safe: true,
    hybrid: false,
    gain: null,
    traces: null,
    refusals: [],
    assumptions: [],
    ...changes,
  };
}

test("the summary says what can be done, what it brings and what stands in the way", () => {
  const convert = item({ verdict: "convert", gain: "high", traces: 1 });
  assert.equal(summary(convert), "can be a graph · gain high · 1 trace");
  assert.equal(
    summary({ ...convert, safe: false, traces: 3 }),
    "can be a graph, on assumptions · gain high · 3 traces",
  );
  assert.equal(summary(item({ traces: 1, refusals: ["HYB101"] })), "stays eager · HYB101");
  assert.equal(summary(item({ hybrid: true, traces: 2 })), "is a graph · 2 traces");
  assert.equal(summary(item({ verdict: "remove" })), "needs no graph");
  assert.equal(summary(item({ verdict: "undetermined", refusals: ["HYB109"] })), "unknown · HYB109");
});

test("files with the best edits come first", () => {
  const file = (uri: string, ...functions: FunctionItem[]) => ({ uri, functions });
  const files = [
    file("file:///a.py", item({})),
    file("file:///b.py", item({ verdict: "convert", safe: false, gain: "high" })),
    file("file:///c.py", item({ verdict: "convert", gain: "low" })),
    file("file:///d.py", item({}), item({ verdict: "convert", gain: "high" })),
    file("file:///e.py"),
    file("file:///f.py", item({ verdict: "remove" })),
  ];
  assert.deepEqual(
    ordered(files).map(({ uri }) => uri.slice(-4, -3)),
    ["d", "c", "f", "b", "a"],
  );
});

test("a file says how many of its functions can change", () => {
  const functions = [item({}), item({ verdict: "convert" }), item({ verdict: "undetermined" })];
  assert.equal(counted({ uri: "", functions }), "1 of 3");
  assert.equal(counted({ uri: "", functions: [item({})] }), "1");
});

test("only functions with something to gain are left, those with most first", () => {
  const gain = (name: string, gain: string): FunctionItem => item({ name, verdict: "convert", gain });
  const files = [
    {
      uri: "file:///a.py",
      functions: [gain("some", "low"), gain("nothing", "none"), gain("much", "high"), item({})],
    },
    { uri: "file:///b.py", functions: [item({}), gain("nothing", "none")] },
  ];
  const [only, ...others] = withGain(files);
  assert.deepEqual(
    only?.functions.map(({ name }) => name),
    ["much", "some"],
  );
  assert.deepEqual(others, []);
  assert.equal(counted({ uri: "", functions: [gain("nothing", "none"), gain("much", "high")] }), "1 of 2");
});

test("what gains nothing has no rocket", () => {
  assert.equal(icon(item({ verdict: "convert", gain: "none" })).id, "dash");
});

test("safe and unsafe edits look different", () => {
  assert.notDeepEqual(icon(item({ verdict: "convert" })), icon(item({ verdict: "convert", safe: false })));
});
