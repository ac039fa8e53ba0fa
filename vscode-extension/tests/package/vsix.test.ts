/** The .vsix named by VSIX: what is in it, and that its server runs on Pythons without any package. */

import assert from "node:assert/strict";
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, test } from "node:test";
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type CodeAction,
  type InitializeResult,
} from "vscode-languageserver-protocol/node";

const VSIX = process.env["VSIX"] ?? "";
/** Megabytes. */
const MOST = 12;
const PYTHONS = ["3.10", "3.11", "3.12", "3.13"];
const OURS = ["hybridize_analyzer", "hybridize_cli", "hybridize_lsp", "hybridize_refactorings"];

const folder = mkdtempSync(join(tmpdir(), "vsix-"));
after(() => {
  rmSync(folder, { recursive: true });
});
execFileSync("python3", ["-m", "zipfile", "--extract", VSIX, join(folder, "vsix")]);
const EXTENSION = join(folder, "vsix/extension");
const LIBS = join(EXTENSION, "bundled/libs");

function files(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

test("holds what it needs and nothing else", () => {
  assert.deepEqual(
    files(EXTENSION)
      .filter((name) => !name.startsWith("bundled/libs/") && !name.startsWith("walkthrough/"))
      .sort(),
    [
      "LICENSE.txt",
      "bundled/server.py",
      "changelog.md",
      "dist/extension.js",
      "images/convert.png",
      "images/icon.png",
      "images/view.svg",
      "package.json",
      "readme.md",
    ],
  );
});

test("the server's libraries are the pinned ones, without tests and caches", () => {
  const pins = readFileSync("bundled/requirements.txt", "utf8").matchAll(/^([\w-]+)==([\w.]+)/gm);
  const pinned = [...pins].map(
    ([, name = "", version = ""]) => `${name.replaceAll("-", "_")}-${version}.dist-info`,
  );
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const found = readdirSync(LIBS).filter((name) => name.endsWith(".dist-info"));
  assert.deepEqual(found.sort(), [...pinned, `hybridize-${version}.dist-info`].sort());
  assert.deepEqual(
    readdirSync(LIBS).filter((name) => name.startsWith("hybridize_")),
    OURS,
  );
  assert.deepEqual(
    files(LIBS).filter((name) => /(^|\/)(tests|__pycache__)\//.test(name)),
    [],
  );
});

test("has the native modules of every Python", () => {
  const native = files(LIBS).filter((name) => /\.(so|pyd)$/.test(name));
  for (const library of ["libcst", "msgspec"]) {
    const tags = native
      .filter((name) => name.startsWith(library))
      .map((name) => /\.cp(?:ython-)?(\d+)/.exec(name)?.[1]);
    assert.deepEqual(
      tags.sort(),
      PYTHONS.map((python) => python.replace(".", "")),
      library,
    );
  }
});

test(`is smaller than ${MOST} MB`, () => {
  assert.ok(statSync(VSIX).size < MOST * 1e6, `${statSync(VSIX).size}`);
});

const TEXT = `import tensorflow as tf


def scale(x):
    for _ in range(80):
        x = tf.exp(x) * tf.sin(x) + tf.cos(x)
    return x


x = tf.ones([2])
for _ in range(1000):
    x = scale(x)
`;

const installed = PYTHONS.filter((python) => answers(`python${python}`));

test("there is a Python to test with", () => {
  assert.notDeepEqual(installed, []);
});

for (const python of installed) {
  test(`the server runs and edits on a bare Python ${python}`, { timeout: 120_000 }, async () => {
    const environment = join(folder, python);
    execFileSync(`python${python}`, ["-m", "venv", "--without-pip", environment]);
    const server = spawn(
      join(environment, "bin/python"),
      ["-I", join(EXTENSION, "bundled/server.py"), "lsp"],
      {
        cwd: folder,
        stdio: ["pipe", "pipe", "inherit"],
      },
    );
    const edited = await converted(server);
    assert.match(edited, /@tf\.function/);
    const [code] = await new Promise<unknown[]>((resolve) => {
      server.on("exit", (...result) => {
        resolve(result);
      });
    });
    assert.equal(code, 0);
    const page = [join(EXTENSION, "bundled/server.py"), "explain", "frozen-state"];
    assert.match(
      execFileSync(join(environment, "bin/python"), ["-I", ...page], { encoding: "utf8" }),
      /def /,
    );
  });
}

function answers(command: string): boolean {
  try {
    execFileSync(command, ["-c", ""], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** The texts that the first action for `scale` puts in; ends the server. */
async function converted(server: ChildProcess): Promise<string> {
  assert.ok(server.stdout && server.stdin);
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  connection.listen();
  const uri = `file://${join(folder, "model.py")}`;
  const capabilities = {
    textDocument: {
      codeAction: {
        codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } },
        dataSupport: true,
        resolveSupport: { properties: ["edit"] },
      },
    },
  };
  const { serverInfo }: InitializeResult = await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: null,
    capabilities,
  });
  assert.equal(serverInfo?.name, "hybridize");
  await connection.sendNotification("initialized", {});
  await connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "python", version: 1, text: TEXT },
  });
  const range = { start: { line: 3, character: 4 }, end: { line: 3, character: 9 } };
  const [action]: CodeAction[] = await connection.sendRequest("textDocument/codeAction", {
    textDocument: { uri },
    range,
    context: { diagnostics: [], only: ["quickfix"] },
  });
  assert.ok(action, "a quick fix is offered");
  const resolved: CodeAction = await connection.sendRequest("codeAction/resolve", action);
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  return JSON.stringify(resolved.edit);
}
