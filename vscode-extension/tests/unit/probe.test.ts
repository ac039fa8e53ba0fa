import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { probe } from "../../src/discovery/probe";

const folder = mkdtempSync(join(tmpdir(), "probe-"));
after(() => {
  rmSync(folder, { recursive: true });
});

function program(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

test("a Python says its version", async () => {
  const { version, command } = await probe(["python3"]);
  assert.equal(version[0], 3);
  assert.deepEqual(command, ["python3"]);
});

test("modules of the working directory are not imported", async () => {
  program("json.py", "raise SystemExit('imported')\n");
  const before = process.cwd();
  process.chdir(folder);
  try {
    await probe(["python3"]);
  } finally {
    process.chdir(before);
  }
});

test("text before the answer does no harm", async () => {
  const noisy = program("noisy", `#!/bin/sh\necho "activating"\nexec python3 "$@"\n`);
  assert.equal((await probe([noisy])).version[0], 3);
});

test("failures are explained in one line", async () => {
  await assert.rejects(probe([join(folder, "none")]), { message: "does not exist" });
  writeFileSync(join(folder, "text"), "");
  await assert.rejects(probe([join(folder, "text")]), { message: "may not be run" });
  await assert.rejects(probe([program("other", "#!/bin/sh\necho hello\n")]), { message: "is no Python" });
  await assert.rejects(probe([program("broken", "#!/bin/sh\necho no home >&2\nexit 3\n")]), {
    message: "fails: no home",
  });
});

test("a program that does not answer is ended", async () => {
  await assert.rejects(probe([program("stub", "#!/bin/sh\nexec sleep 1000\n")], 200), {
    message: "did not answer in 0.2 s",
  });
});
