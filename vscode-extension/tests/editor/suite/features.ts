/** Every feature as another extension could call it. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import * as vscode from "vscode";
import { until } from "../until";
import { BATCHED } from "../batched";
import {
  actions,
  apply,
  closeAll,
  codeOf,
  configure,
  debugInformation,
  gone,
  inWorkspace,
  open,
  problemAt,
  problems,
  rangeOf,
  SECTION,
} from "./editor";
import { runner } from "./mocha";
import { isAlive, servers } from "./processes";

const QUICK_FIX = vscode.CodeActionKind.QuickFix;
const REWRITE = vscode.CodeActionKind.RefactorRewrite.append(SECTION);
const FIX_ALL = vscode.CodeActionKind.SourceFixAll.append(SECTION);

/** In the list of edits none is checked at first; by type there is one entry for all of them. */
const CHECK_ALL = [
  "refactorPreview.groupByType",
  "refactorPreview.focus",
  "list.focusFirst",
  "refactorPreview.toggleCheckedState",
  "refactorPreview.apply",
];

export const run = runner(() => {
  afterEach(closeAll);
  describe("problems", problemTests);
  describe("edits", editTests);
  describe("what is shown", shownTests);
  describe("commands", commandTests);
  describe("the server", serverTests);
});

function problemTests(): void {
  it("stand on the name of a function, with code, page and evidence", async () => {
    const document = await open("model.py");
    const problem = await problemAt(document, "step");
    assert.equal(codeOf(problem), "HYB001");
    const [evidence] = problem.relatedInformation ?? [];
    assert.ok(evidence);
    assert.equal(document.getText(evidence.location.range), "step(batch, tf.constant(0.1))");
  });

  it("have the right columns behind wide characters", async () => {
    const document = await open("wide.py");
    const { relatedInformation = [] } = await problemAt(document, "scale");
    const texts = relatedInformation.map(({ location }) => document.getText(location.range));
    assert.ok(texts.includes("scale(tf.ones([2]))"), texts.join("; "));
  });

  it("follow the text that is not saved", async () => {
    const document = await open("model.py");
    await problemAt(document, "step");
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, rangeOf(document, "def step").start, "@tf.function\n");
    await vscode.workspace.applyEdit(edit);
    await gone(document, "step");
    await vscode.commands.executeCommand("undo");
    await problemAt(document, "step");
  });

  it("stay while the text has a syntax error", async () => {
    const document = await open("model.py");
    await problemAt(document, "step");
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(document.lineCount, 0), "def (\n");
    await vscode.workspace.applyEdit(edit);
    await until("an answer about the new text", async () => (await hoverAt(document, "step")) !== "");
    assert.ok(problems(document).some(({ range }) => document.getText(range) === "step"));
  });

  it("go when the file is closed", async () => {
    const document = await open("model.py");
    await problemAt(document, "step");
    await closeAll();
    await until("no problems", () => vscode.languages.getDiagnostics(inWorkspace("model.py")).length === 0);
  });

  it("stand in the cells of notebooks", async () => {
    const document = await openCell("cells.ipynb", 1);
    assert.equal(codeOf(await problemAt(document, "scale")), "HYB001");
  });
}

function editTests(): void {
  it("quick fix: converts one function and nothing else", async () => {
    const document = await open("model.py");
    const before = document.getText();
    const { range } = await problemAt(document, "step");
    const action = await apply(document, range, QUICK_FIX, /^Convert `step`/);
    assert.equal(document.getText(), before.replace("def step", "@tf.function\ndef step"));
    assert.ok(document.isDirty);
    assert.ok(action.isPreferred);
    await gone(document, "step");
  });

  it("rewrite: is offered anywhere in a function", async () => {
    const document = await open("model.py");
    const before = document.getText();
    await problemAt(document, "step");
    await apply(document, rangeOf(document, "return loss"), REWRITE, /^Convert `step`/);
    assert.equal(document.getText(), before.replace("def step", "@tf.function\ndef step"));
  });

  it("light bulb: lists every edit once", async () => {
    const document = await open("model.py");
    const { range } = await problemAt(document, "step");
    const titles = (await actions(document, range)).map(({ title }) => title);
    assert.equal(titles.filter((title) => title.startsWith("Convert `step`")).length, 1, titles.join("; "));
    assert.equal(new Set(titles).size, titles.length, titles.join("; "));
  });

  it("rewrite: batches the calls of a function, after a look at what changes", async () => {
    const document = await open(BATCHED);
    const range = await until("a note about its calls", () =>
      problems(document).find((problem) => codeOf(problem) === "HYB136"),
    ).then((problem) => problem.range);
    const title = "Batch the calls of `Encoder.encode`";
    const action = await until(title, async () =>
      (await actions(document, range, REWRITE)).find((found) => found.title === title),
    );
    const { command } = action;
    assert.ok(command);
    await confirmed(
      () => vscode.commands.executeCommand(command.command, ...(command.arguments as unknown[])),
      () => document.getText().includes("@cell"),
    );
    await document.save();
    const saved = readFileSync(document.uri.fsPath, "utf8");
    assert.equal(saved, readFileSync(document.uri.fsPath.replace(/py$/, "after"), "utf8"));
    await until("the note is gone", () => problems(document).every((found) => codeOf(found) !== "HYB136"));
  });

  it("fix all: makes every safe edit, once", async () => {
    const document = await open("two.py");
    const before = document.getText();
    await problemAt(document, "first");
    const all = rangeOf(document, before);
    await apply(document, all, FIX_ALL, /safe/);
    const expected = before
      .replace("def first", "@tf.function\ndef first")
      .replace("def second", "@tf.function\ndef second");
    assert.equal(document.getText(), expected);
    await gone(document, "first");
    await until("nothing is left to edit", async () => (await actions(document, all, FIX_ALL)).length === 0);
  });

  it("suppress: adds a comment behind wide characters", async () => {
    const document = await open("wide.py");
    const { range } = await problemAt(document, "scale");
    await apply(document, range, QUICK_FIX, /^Suppress/);
    const { text } = document.lineAt(range.start.line);
    assert.match(text, /^def scale\(x, unit="🧮"\): {2}# 🧮 {2}# hybridize: ignore\[eager-function\]$/);
    await gone(document, "scale");
  });

  it("keep the line ends of the file", async () => {
    writeFileSync(inWorkspace("ends.py").fsPath, (await open("model.py")).getText().replaceAll("\n", "\r\n"));
    const document = await open("ends.py");
    const { range } = await problemAt(document, "step");
    await apply(document, range, QUICK_FIX, /^Convert `step`/);
    await document.save();
    const saved = new TextDecoder().decode(await vscode.workspace.fs.readFile(document.uri));
    assert.match(saved, /@tf\.function\r\ndef step/);
    assert.doesNotMatch(saved, /[^\r]\n/);
  });

  it("change one cell of a notebook", async () => {
    const document = await openCell("cells.ipynb", 1);
    const before = document.getText();
    const { range } = await problemAt(document, "scale");
    await apply(document, range, QUICK_FIX, /^Convert `scale`/);
    assert.equal(document.getText(), `@tf.function\n${before}`);
    await gone(document, "scale");
  });
}

function shownTests(): void {
  it("hover: the verdict of the function", async () => {
    const document = await open("model.py");
    await problemAt(document, "step");
    assert.match(await hoverAt(document, "step"), /can be a graph/);
  });

  it("code lenses: off, until they are switched on", async () => {
    const document = await open("model.py");
    await problemAt(document, "step");
    assert.deepEqual(await lenses(document), []);
    await configure("codeLens", true);
    const found = await until("lenses", async () => nonEmpty(await lenses(document)));
    assert.ok(
      found.some((title) => /can be a graph · gain \w+ · 1 trace/.test(title)),
      found.join("; "),
    );
    await configure("codeLens", undefined);
    await until("no lenses", async () => (await lenses(document)).length === 0);
  });

  it("inlay hints: off, until they are switched on", async () => {
    const document = await open("model.py");
    await problemAt(document, "step");
    assert.deepEqual(await hints(document), []);
    await configure("inlayHints", true);
    const found = await until("hints", async () => nonEmpty(await hints(document)));
    assert.ok(
      found.some((label) => label.includes("float32[8, 4]")),
      found.join("; "),
    );
    await configure("inlayHints", undefined);
    await until("no hints", async () => (await hints(document)).length === 0);
  });

  it("every command of the package exists", async () => {
    const { contributes } = vscode.extensions.getExtension("hybridize.hybridize")?.packageJSON as {
      contributes: { commands: { command: string }[] };
    };
    const there = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      contributes.commands.filter(({ command }) => !there.has(command)),
      [],
    );
  });
}

function commandTests(): void {
  it("convert a file", async () => {
    const document = await open("two.py");
    await problemAt(document, "first");
    assert.ok(await vscode.commands.executeCommand("hybridize.convertFile"));
    assert.match(document.getText(), /@tf\.function\ndef first[^]*@tf\.function\ndef second/);
  });

  it("convert the workspace: what is safe needs no confirmation", async () => {
    const document = await open("two.py");
    await problemAt(document, "first");
    const model = () => vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith("/model.py"));
    const converted = await vscode.commands.executeCommand<{ found: number; applied: number }>(
      "hybridize.convertWorkspace",
    );
    assert.ok(converted.found >= 4, JSON.stringify(converted));
    assert.equal(converted.applied, converted.found);
    await until(
      "the edits are made",
      () =>
        document.getText().includes("@tf.function\ndef first") &&
        (model()?.getText() ?? "").includes("@tf.function\ndef step"),
    );
    await vscode.commands.executeCommand("undo");
  });

  it("why: shows from where a verdict comes, beside the program", async () => {
    const document = await open("model.py");
    await problemAt(document, "step");
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    const place = document.positionAt(document.getText().indexOf("report(loss)"));
    editor.selection = new vscode.Selection(place, place);
    await vscode.commands.executeCommand("hybridize.why");
    const page = await until("the page with the answer", () =>
      vscode.window.visibleTextEditors.find(({ document: { uri } }) => uri.scheme === "hybridize-why"),
    );
    assert.match(page.document.getText(), /python-output[^]*model\.py:1\d/);
  });

  it("verify the edits by a command, and say what came of it", async () => {
    await problemAt(await open("model.py"), "step");
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.toString();
    const proof = await vscode.commands.executeCommand<{ exitCode: number; text: string }>(
      "hybridize.verify",
      folder,
      "python -c pass",
    );
    assert.equal(proof.exitCode, 0, proof.text);
    assert.match(proof.text, /0 proved on this run, 0 refuted, [1-9]\d* not exercised/);
  });

  it("speed up: runs a command, and says that it has nothing slow", async () => {
    const document = await open("model.py");
    await problemAt(document, "step");
    const before = readFileSync(document.uri.fsPath, "utf8");
    const answer = await speedup("python -c pass");
    assert.equal(answer.exitCode, 0, answer.text);
    assert.deepEqual(answer.result?.kept, []);
    assert.equal(readFileSync(document.uri.fsPath, "utf8"), before);
  });

  it("speed up: says why a command fails", async () => {
    await problemAt(await open("model.py"), "step");
    const answer = await speedup("python -c 'raise SystemExit(7)'");
    assert.deepEqual([answer.exitCode, answer.result], [3, null]);
    assert.match(answer.text, /error: the command exits with 7/);
  });

  it("speed up: ends all its processes when it is cancelled", async () => {
    await problemAt(await open("model.py"), "step");
    const pid = inWorkspace("pid").fsPath;
    const program = `import os, sys, time; open(sys.argv[1], 'w').write(str(os.getpid())); time.sleep(600)`;
    const running = speedup(`python -c "${program}" '${pid}'`);
    const process = await until(
      "the command runs",
      () => existsSync(pid) && Number(readFileSync(pid, "utf8")),
    );
    await vscode.commands.executeCommand("hybridize.cancelSpeedup");
    const answer = await running;
    assert.deepEqual([answer.exitCode, answer.result], [130, null], answer.text);
    assert.ok(!isAlive(process));
    rmSync(pid);
  });

  it("speed up: makes what was proved when the user has agreed, and not for a file that has changed", async () => {
    const document = await open("model.py");
    await problemAt(document, "step");
    const line = rangeOf(document, "def step").start.line + 1;
    const sha256 = createHash("sha256").update(readFileSync(document.uri.fsPath)).digest("hex");
    const lines = [{ first: line, behind: line, text: "@tf.function\n" }];
    const root = inWorkspace(".").fsPath;
    const applied = (digest: string): Thenable<{ applied: boolean; reason: string | null }> =>
      vscode.commands.executeCommand("hybridize.applySpeedup", root, [
        { path: "model.py", sha256: digest, lines },
      ]);
    const refused = await applied("0".repeat(64));
    assert.equal(refused.applied, false);
    assert.match(refused.reason ?? "", /model\.py has changed since the run/);
    await confirmed(
      () => applied(sha256),
      () => document.getText().includes("@tf.function\ndef step"),
    );
  });

  it("look at the whole workspace", async () => {
    const counts = await vscode.commands.executeCommand<{ files: number; safe: number }>(
      "hybridize.analyzeWorkspace",
    );
    assert.ok(counts.files >= 3, JSON.stringify(counts));
    assert.ok(counts.safe >= 4, JSON.stringify(counts));
  });
}

interface SpedUp {
  readonly exitCode: number;
  readonly text: string;
  readonly result: { readonly kept: readonly unknown[] } | null;
}

/** Speeds the workspace up as the command does once it has been told how to run it. */
function speedup(command: string): Thenable<SpedUp> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.toString();
  return vscode.commands.executeCommand("hybridize.speedup", folder, command);
}

function serverTests(): void {
  it("is the bundled one, alone on a Python without packages", async () => {
    await problemAt(await open("model.py"), "step");
    assert.match(await debugInformation(), /^Server: bundled, on Python \S+ from the workspace \(.*\.venv/m);
    const [server] = servers();
    assert.ok(server?.command.includes("-I"), server?.command.join(" "));
    const installed = "import importlib.metadata as m; print([d.name for d in m.distributions()])";
    const [python = ""] = server?.command ?? [];
    assert.equal(execFileSync(python, ["-I", "-c", installed], { encoding: "utf8" }).trim(), "[]");
  });

  it("is another one after a restart", async () => {
    const document = await open("model.py");
    await problemAt(document, "step");
    const [before] = servers();
    assert.ok(before);
    await vscode.commands.executeCommand("hybridize.restart");
    await until("one other server", () => servers().length === 1 && servers()[0]?.pid !== before.pid);
    await problemAt(document, "step");
    assert.ok(!isAlive(before.pid));
  });

  it("is started again when it dies", async () => {
    const document = await open("model.py");
    await problemAt(document, "step");
    const [before] = servers();
    assert.ok(before);
    process.kill(before.pid, "SIGKILL");
    await until("another server", () => servers().some(({ pid }) => pid !== before.pid));
    await problemAt(document, "step");
    await apply(document, rangeOf(document, "step"), QUICK_FIX, /^Convert `step`/);
  });

  it("ends when it is switched off", async () => {
    const document = await open("model.py");
    await problemAt(document, "step");
    await configure("enable", false);
    await until("no server", () => servers().length === 0);
    await gone(document, "step");
    await configure("enable", undefined);
    await problemAt(document, "step");
  });

  it("is replaced when the settings mean another one", async () => {
    const document = await open("model.py");
    await problemAt(document, "step");
    const [bundled] = servers();
    await configure("interpreter", ["/gone/python"]);
    await until("no server", () => servers().length === 0);
    assert.match(await debugInformation(), /^Passed over: \/gone\/python .*does not exist$/m);
    await configure("interpreter", undefined);
    await problemAt(document, "step");
    assert.deepEqual(servers()[0]?.command, bundled?.command);
  });
}

/**
 * What `ask` comes to, until the edits that it shows as a list are made. A list that the editor was still building when
 * it was agreed to may end with a part of its edits, or none: then it is asked for again.
 */
async function confirmed<Result>(ask: () => Thenable<Result>, made: () => boolean): Promise<Result[]> {
  const results: Result[] = [];
  await until("the edits are made", async () => {
    let over = false;
    const asked = ask().then((result) => {
      over = true;
      results.push(result);
    });
    await until("the list is closed", async () => {
      for (const step of CHECK_ALL) await vscode.commands.executeCommand(step);
      return until("the editor has made them", () => over, 3_000);
    });
    await asked;
    return made();
  });
  return results;
}

async function openCell(name: string, index: number): Promise<vscode.TextDocument> {
  const notebook = await vscode.workspace.openNotebookDocument(inWorkspace(name));
  await vscode.window.showNotebookDocument(notebook);
  return notebook.cellAt(index).document;
}

async function hoverAt(document: vscode.TextDocument, text: string): Promise<string> {
  const { start } = rangeOf(document, text);
  const hovers: vscode.Hover[] = await vscode.commands.executeCommand(
    "vscode.executeHoverProvider",
    document.uri,
    start,
  );
  const parts = hovers.flatMap(({ contents }) => contents as vscode.MarkdownString[]);
  return parts.map(({ value }) => value).join("\n");
}

async function lenses(document: vscode.TextDocument): Promise<string[]> {
  const found: vscode.CodeLens[] = await vscode.commands.executeCommand(
    "vscode.executeCodeLensProvider",
    document.uri,
    100,
  );
  return found.map(({ command }) => command?.title ?? "");
}

async function hints(document: vscode.TextDocument): Promise<string[]> {
  const found: vscode.InlayHint[] = await vscode.commands.executeCommand(
    "vscode.executeInlayHintProvider",
    document.uri,
    rangeOf(document, document.getText()),
  );
  return found.map(({ label }) =>
    typeof label === "string" ? label : label.map(({ value }) => value).join(""),
  );
}

function nonEmpty<Item>(items: Item[]): Item[] | undefined {
  return items.length > 0 ? items : undefined;
}
