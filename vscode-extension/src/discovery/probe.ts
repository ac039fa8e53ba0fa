/** Asks a Python about itself, in isolation: nothing of the project is imported. */

import { execFile } from "node:child_process";

export interface Python {
  /** The command that was asked: a program and its arguments. */
  readonly command: readonly string[];
  readonly version: readonly [major: number, minor: number];
  /** The version of `hybridize` in its environment, if its server can run there. */
  readonly hybridize: string | undefined;
}

const PROGRAM = `
import json, sys
found = None
if sys.version_info >= (3, 10):
    from importlib import metadata, util
    try:
        found = util.find_spec("pygls") and metadata.version("hybridize")
    except metadata.PackageNotFoundError:
        pass
print(json.dumps({"version": list(sys.version_info[:2]), "hybridize": found or None}))
`;

/** Milliseconds that a Python may take to answer; some are stubs that wait for a shop or a network. */
const PATIENCE = 20_000;

/** Rejects with a message in one line when the command does not run, does not answer in time, or is no Python. */
export async function probe(command: readonly string[], patience = PATIENCE): Promise<Python> {
  const [program = "", ...rest] = command;
  const output = await new Promise<string>((resolve, reject) => {
    const child = execFile(
      program,
      [...rest, "-I", "-c", PROGRAM],
      { timeout: patience, killSignal: "SIGKILL", windowsHide: true },
      (error, stdout, stderr) => {
        if (error) reject(new Error(explain(error, stderr, patience)));
        else resolve(stdout);
      },
    );
    child.stdin?.end();
  });
  return { command, ...read(output) };
}

function explain(
  error: Error & { code?: unknown; killed?: boolean },
  stderr: string,
  patience: number,
): string {
  if (error.killed) return `did not answer in ${patience / 1000} s`;
  if (error.code === "ENOENT") return "does not exist";
  if (error.code === "EACCES") return "may not be run";
  const last = stderr.trim().split("\n").at(-1);
  return last ? `fails: ${last}` : `fails: ${error.message.split("\n")[0] ?? ""}`;
}

/** The last line counts: start-up files of some environments print. */
function read(output: string): Pick<Python, "version" | "hybridize"> {
  try {
    const answer = JSON.parse(output.trim().split("\n").at(-1) ?? "") as {
      version: [number, number];
      hybridize: string | null;
    };
    return { version: answer.version, hybridize: answer.hybridize ?? undefined };
  } catch {
    throw new Error("is no Python");
  }
}
