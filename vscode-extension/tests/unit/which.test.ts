import assert from "node:assert/strict";
import { test } from "node:test";
import { which, type Shell } from "../../src/discovery/which";

function shell(programs: string[], changes: Partial<Shell>): Shell {
  return {
    platform: "linux",
    environment: {},
    isProgram: (path) => Promise.resolve(programs.includes(path)),
    distrusted: [],
    ...changes,
  };
}

test("names count before folders", async () => {
  const found = await which(
    ["python3", "python"],
    shell(["/a/python", "/b/python3", "/a/python3"], { environment: { PATH: "/b:/a:/b" } }),
  );
  assert.deepEqual(found, ["/b/python3", "/a/python3", "/a/python"]);
});

test("relative and empty entries of PATH are passed over", async () => {
  const found = await which(["python"], shell(["python", "bin/python"], { environment: { PATH: ":bin:." } }));
  assert.deepEqual(found, []);
});

test("programs of a workspace that is not trusted are passed over", async () => {
  const programs = ["/w/.venv/bin/python", "/w/python", "/w2/python", "/..w/python"];
  const environment = { PATH: "/w/.venv/bin:/w:/w2:/..w" };
  const found = await which(["python"], shell(programs, { environment, distrusted: ["/w"] }));
  assert.deepEqual(found, ["/w2/python", "/..w/python"]);
});

test("on Windows programs end in .exe, and PATH may be called Path", async () => {
  const found = await which(
    ["python"],
    shell(["C:\\Python\\python.exe"], { platform: "win32", environment: { Path: "C:\\Windows;C:\\Python" } }),
  );
  assert.deepEqual(found, ["C:\\Python\\python.exe"]);
});
