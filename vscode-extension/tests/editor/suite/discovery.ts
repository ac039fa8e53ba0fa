/** Which server is started, beside an extension that chooses Pythons. */

import assert from "node:assert/strict";
import { chmodSync, writeFileSync } from "node:fs";
import * as vscode from "vscode";
import { until } from "../until";
import { closeAll, configure, debugInformation, inWorkspace, open, problemAt } from "./editor";
import { runner } from "./mocha";
import { servers } from "./processes";

export const run = runner(() => {
  describe("the Python of the server", () => {
    afterEach(closeAll);

    it("is the one that the Python extension has chosen", async () => {
      await problemAt(await open("model.py"), "step");
      assert.match(await debugInformation(), /^Server: bundled, on Python \S+ from the extension Python /m);
      assert.equal(program(), inWorkspace("chosen/bin/python").fsPath);
    });

    it("follows the choice", async () => {
      const document = await open("model.py");
      await problemAt(document, "step");
      await vscode.commands.executeCommand("stub.choose", inWorkspace(".venv/bin/python").fsPath);
      await until("a server on the other Python", () => program() === inWorkspace(".venv/bin/python").fsPath);
      await problemAt(document, "step");
    });

    it("is found elsewhere when the extension knows none", async () => {
      await vscode.commands.executeCommand("stub.choose", "/gone/bin/python");
      await open("model.py");
      await until("a server of the workspace's Python", async () =>
        /^Server: bundled, on Python \S+ from the workspace /m.test(await debugInformation()),
      );
      assert.match(await debugInformation(), /^Passed over: \/gone\/bin\/python .*does not exist$/m);
    });

    it("may be named by a path that begins at the workspace", async () => {
      await configure("interpreter", ["chosen/bin/python"]);
      await until("a server on it", () => program() === inWorkspace("chosen/bin/python").fsPath);
      await configure("interpreter", ["${workspaceFolder}/.venv/bin/python"]);
      await until("a server on the other", () => program() === inWorkspace(".venv/bin/python").fsPath);
      await configure("interpreter", undefined);
    });
  });

  describe("the server", () => {
    afterEach(closeAll);

    it("is the bundled one where no environment has one", async () => {
      await configure("importStrategy", "fromEnvironment");
      await until("a note about it", async () =>
        (await debugInformation()).includes("has no hybridize with the extra `lsp`"),
      );
      assert.match(await debugInformation(), /^Server: bundled/m);
      await problemAt(await open("model.py"), "step");
      await configure("importStrategy", undefined);
    });

    it("may be named by its path", async () => {
      const path = inWorkspace("my-hybridize").fsPath;
      const [bundled] = servers();
      assert.ok(bundled);
      writeFileSync(path, `#!/bin/sh\nexec ${bundled.command.slice(0, -1).join(" ")} "$@"\n`);
      chmodSync(path, 0o755);
      await configure("path", ["gone", "my-hybridize"]);
      await until("that server", async () =>
        (await debugInformation()).includes(`Server: ${path}, from settings`),
      );
      await problemAt(await open("model.py"), "step");
      await configure("path", undefined);
    });
  });
});

function program(): string | undefined {
  return servers()[0]?.command[0];
}
