import assert from "node:assert/strict";
import { test } from "node:test";
import { substitute } from "../../src/settings";

const PLACE = { workspaceFolder: "/w", home: "/home/me", environment: { VENV: "/v" } };

for (const [text, expected] of [
  ["~/bin/python", "/home/me/bin/python"],
  ["~", "/home/me"],
  ["~other/python", "~other/python"],
  ["${workspaceFolder}/.venv/bin/python", "/w/.venv/bin/python"],
  ["${userHome}/${env:VENV}", "/home/me//v"],
  ["${env:UNSET}python", "python"],
  ["${file}", "${file}"],
] as const) {
  test(`${text} becomes ${expected}`, () => {
    assert.equal(substitute(text, PLACE), expected);
  });
}

test("without a folder the variable of the folder stays", () => {
  const place = { ...PLACE, workspaceFolder: undefined };
  assert.equal(substitute("${workspaceFolder}/x", place), "${workspaceFolder}/x");
});
