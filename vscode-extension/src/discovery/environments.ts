/** The Python that other extensions have chosen for the workspace.  Neither of them is needed. */

import * as vscode from "vscode";
import type { Candidate } from "./find";

const ENVIRONMENTS = "ms-python.vscode-python-envs";
const PYTHON = "ms-python.python";
/** Milliseconds that another extension may take to start and answer. */
const PATIENCE = 20_000;

/** What is used of the API of the extension "Python Environments". */
interface EnvironmentsApi {
  getEnvironment(
    scope: vscode.Uri | undefined,
  ): Promise<{ execInfo: { run: { executable: string; args?: string[] } } } | undefined>;
  onDidChangeEnvironment?: vscode.Event<unknown>;
}

/** What is used of the API of the extension "Python". */
interface PythonApi {
  environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { path: string };
    resolveEnvironment(path: { path: string }): Promise<{ executable: { uri?: vscode.Uri } } | undefined>;
    onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

export async function fromEnvironmentsExtension(folder: vscode.Uri | undefined): Promise<Candidate[]> {
  const api = await exportsOf<EnvironmentsApi>(ENVIRONMENTS);
  const run = (await inTime(api?.getEnvironment(folder)))?.execInfo.run;
  return run
    ? [{ source: "the extension Python Environments", command: [run.executable, ...(run.args ?? [])] }]
    : [];
}

export async function fromPythonExtension(folder: vscode.Uri | undefined): Promise<Candidate[]> {
  const environments = (await exportsOf<PythonApi>(PYTHON))?.environments;
  if (!environments) return [];
  const resolved = await inTime(
    environments.resolveEnvironment(environments.getActiveEnvironmentPath(folder)),
  );
  const path = resolved?.executable.uri?.fsPath;
  return path === undefined ? [] : [{ source: "the extension Python", command: [path] }];
}

/** Calls `changed` whenever one of the extensions chooses another Python. */
export async function watchEnvironments(changed: () => void): Promise<vscode.Disposable> {
  const events = [
    (await exportsOf<EnvironmentsApi>(ENVIRONMENTS))?.onDidChangeEnvironment,
    (await exportsOf<PythonApi>(PYTHON))?.environments.onDidChangeActiveEnvironmentPath,
  ];
  return vscode.Disposable.from(...events.flatMap((event) => (event ? [event(changed)] : [])));
}

async function exportsOf<Api>(id: string): Promise<Api | undefined> {
  const extension = vscode.extensions.getExtension<Api>(id);
  return extension && (extension.isActive ? extension.exports : inTime(extension.activate()));
}

/** Undefined for what fails or takes too long: another extension's fault must not keep the server from starting. */
async function inTime<Result>(answer: PromiseLike<Result> | undefined): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, undefined);
  });
  try {
    return await Promise.race([answer, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
