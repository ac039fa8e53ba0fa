import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { converted, summary, word } from "../../src/words";

for (const path of ["train.py", "a folder/it's.py", "$HOME/`x`;y.py"])
  test(`a shell reads ${path} as one word`, () => {
    assert.equal(execFileSync("sh", ["-c", `printf %s ${word(path)}`], { encoding: "utf8" }), path);
  });

test("the sum of a proof is the line that counts", () => {
  const text =
    "a.py:1 `f` adds: proved\n1 edit: 1 proved on this run, 0 refuted\n`python a.py` ran 3 times\n";
  assert.equal(summary(text), "1 edit: 1 proved on this run, 0 refuted");
});

test("without it, the last line says why", () => {
  assert.equal(summary("note\r\nerror: no such command\r\n"), "error: no such command");
  assert.equal(summary("\n"), "There was no output.");
});

test("what became of all safe edits tells none found from none made", () => {
  assert.equal(converted({ found: 0, files: 0, applied: 0 }), "No function has a safe edit.");
  assert.equal(converted({ found: 3, files: 2, applied: 0 }), "3 safe edits in 2 files not made.");
  assert.equal(converted({ found: 1, files: 1, applied: 1 }), "Made 1 safe edit in 1 file.");
});
