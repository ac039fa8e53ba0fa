import assert from "node:assert/strict";
import { test } from "node:test";
import { findServer, type Candidate, type World } from "../../src/discovery/find";
import type { Python } from "../../src/discovery/probe";
import type { Settings } from "../../src/settings";

const SETTINGS: Settings = { enable: true, importStrategy: "useBundled", path: [], interpreter: [] };

function candidate(source: string, ...command: string[]): Candidate {
  return { source, command };
}

/** Pythons by their command: a version, "3.11+0.1.0" for one with hybridize, or the message of a failure. */
function world(pythons: Record<string, string>, changes: Partial<World> = {}): World {
  return {
    trusted: true,
    bundled: "/ext/bundled/server.py",
    isFile: () => Promise.resolve(false),
    installed: () => Promise.resolve([]),
    pythons: [
      () => Promise.resolve([candidate("the workspace", "/w/.venv/bin/python")]),
      () =>
        Promise.resolve([candidate("PATH", "/usr/bin/python3"), candidate("PATH", "/usr/bin/python3.12")]),
    ],
    probe: (command): Promise<Python> => {
      const answer = pythons[command.join(" ")] ?? "does not exist";
      const match = /^(\d+)\.(\d+)(?:\+(.*))?$/.exec(answer);
      if (!match) return Promise.reject(new Error(answer));
      return Promise.resolve({ command, version: [Number(match[1]), Number(match[2])], hybridize: match[3] });
    },
    ...changes,
  };
}

test("the bundled server runs on the first fit Python", async () => {
  const { server, passed } = await findServer(SETTINGS, world({ "/w/.venv/bin/python": "3.11" }));
  assert.equal(server?.command, "/w/.venv/bin/python");
  assert.deepEqual(server.arguments, ["-I", "/ext/bundled/server.py", "lsp"]);
  assert.match(server.origin, /^bundled, on Python 3\.11 from the workspace/);
  assert.deepEqual(passed, []);
});

test("Pythons that are too old, too new or broken are passed over, with the reason", async () => {
  const { server, passed } = await findServer(
    SETTINGS,
    world({ "/w/.venv/bin/python": "2.7", "/usr/bin/python3": "3.14", "/usr/bin/python3.12": "3.12" }),
  );
  assert.equal(server?.command, "/usr/bin/python3.12");
  assert.deepEqual(passed, [
    "/w/.venv/bin/python (the workspace): is Python 2.7; 3.10 to 3.13 are needed",
    "/usr/bin/python3 (PATH): is Python 3.14; 3.10 to 3.13 are needed",
  ]);
});

test("without any Python there is no server, and every reason is kept", async () => {
  const { server, passed } = await findServer(
    SETTINGS,
    world({ "/usr/bin/python3": "did not answer in 20 s" }),
  );
  assert.equal(server, undefined);
  assert.deepEqual(passed, [
    "/w/.venv/bin/python (the workspace): does not exist",
    "/usr/bin/python3 (PATH): did not answer in 20 s",
    "/usr/bin/python3.12 (PATH): does not exist",
  ]);
});

test("a package without a server says so", async () => {
  const { server, passed } = await findServer(
    SETTINGS,
    world({ "/usr/bin/python3": "3.11" }, { bundled: undefined }),
  );
  assert.equal(server, undefined);
  assert.deepEqual(passed, ["this package of the extension carries no server"]);
});

test("a path of the settings is started before all others, and a missing one is passed over", async () => {
  const settings = { ...SETTINGS, path: ["/gone/hybridize", "/opt/hybridize"] };
  const isFile = (path: string): Promise<boolean> => Promise.resolve(path === "/opt/hybridize");
  const { server, passed } = await findServer(settings, world({ "/usr/bin/python3": "3.11" }, { isFile }));
  assert.deepEqual(server, {
    command: "/opt/hybridize",
    arguments: ["lsp"],
    origin: "/opt/hybridize, from settings",
  });
  assert.deepEqual(passed, ["/gone/hybridize (hybridize.path): no such file"]);
});

test("fromEnvironment takes the first environment that has the server", async () => {
  const settings: Settings = { ...SETTINGS, importStrategy: "fromEnvironment" };
  const pythons = { "/w/.venv/bin/python": "3.11", "/usr/bin/python3": "3.14+0.2.0" };
  const { server } = await findServer(settings, world(pythons));
  assert.equal(server?.command, "/usr/bin/python3");
  assert.deepEqual(server.arguments, ["-I", "-m", "hybridize_cli", "lsp"]);
});

test("fromEnvironment goes on to PATH and then to the bundled server", async () => {
  const settings: Settings = { ...SETTINGS, importStrategy: "fromEnvironment" };
  const pythons = { "/w/.venv/bin/python": "3.11" };
  const installed = (): Promise<string[]> => Promise.resolve(["/usr/local/bin/hybridize"]);
  const onPath = await findServer(settings, world(pythons, { installed }));
  assert.equal(onPath.server?.command, "/usr/local/bin/hybridize");
  const bundled = await findServer(settings, world(pythons));
  assert.match(bundled.server?.origin ?? "", /^bundled/);
});

test("a workspace that is not trusted gets the bundled server only", async () => {
  const settings: Settings = { ...SETTINGS, importStrategy: "fromEnvironment" };
  const installed = (): Promise<string[]> => Promise.resolve(["/usr/local/bin/hybridize"]);
  const pythons = { "/w/.venv/bin/python": "3.11+0.1.0" };
  const { server } = await findServer(settings, world(pythons, { installed, trusted: false }));
  assert.match(server?.origin ?? "", /^bundled/);
});

test("an interpreter of the settings is the only candidate", async () => {
  const settings = { ...SETTINGS, interpreter: ["py", "-3.11"] };
  const found = await findServer(settings, world({ "py -3.11": "3.11", "/w/.venv/bin/python": "3.11" }));
  assert.deepEqual(found.server?.arguments, ["-3.11", "-I", "/ext/bundled/server.py", "lsp"]);
  const { server, passed } = await findServer(settings, world({ "/w/.venv/bin/python": "3.11" }));
  assert.equal(server, undefined);
  assert.deepEqual(passed, ["py -3.11 (hybridize.interpreter): does not exist"]);
});

test("later sources are not asked when an earlier one has a fit Python", async () => {
  const pythons = [
    () => Promise.resolve([candidate("the extension Python", "/env/bin/python")]),
    () => Promise.reject(new Error("asked")),
  ];
  const { server } = await findServer(SETTINGS, world({ "/env/bin/python": "3.10" }, { pythons }));
  assert.equal(server?.command, "/env/bin/python");
});
