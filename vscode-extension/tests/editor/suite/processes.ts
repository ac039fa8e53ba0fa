/** The processes of the server, from /proc. */

import { readdirSync, readFileSync } from "node:fs";

export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: readonly string[];
}

/** Servers that this extension host has started. */
export function servers(): Process[] {
  return processes().filter(({ parent, command }) => parent === process.pid && command.at(-1) === "lsp");
}

export function isAlive(pid: number): boolean {
  return processes().some((found) => found.pid === pid);
}

function processes(): Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, state = "Z", parent = ""] =
          /\) (\S) (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8")) ?? [];
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0").slice(0, -1);
        return state === "Z" ? [] : [{ pid: Number(name), parent: Number(parent), command }];
      } catch {
        return []; // it has ended meanwhile
      }
    });
}
