/** Programs on PATH. */

import { posix, win32 } from "node:path";

export interface Shell {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether there is a file that may be run. */
  readonly isProgram: (path: string) => Promise<boolean>;
  /** Folders whose programs are passed over, with all below them. */
  readonly distrusted: readonly string[];
}

/** Full paths of the programs with one of these names, by name and then by the order of PATH.  Entries relative to
 * the working directory are no places to run programs from. */
export async function which(names: readonly string[], shell: Shell): Promise<string[]> {
  const path = shell.platform === "win32" ? win32 : posix;
  const value = shell.environment["PATH"] ?? shell.environment["Path"] ?? "";
  const folders = value
    .split(path.delimiter)
    .filter(
      (folder) => path.isAbsolute(folder) && !shell.distrusted.some((root) => isInside(folder, root, path)),
    );
  const suffix = shell.platform === "win32" ? ".exe" : "";
  const files = names.flatMap((name) => folders.map((folder) => path.join(folder, name + suffix)));
  const there = await Promise.all(files.map((file) => shell.isProgram(file)));
  return [...new Set(files.filter((_, index) => there[index]))];
}

function isInside(path: string, root: string, flavour: typeof posix): boolean {
  const relative = flavour.relative(root, path);
  return relative === "" || (!relative.startsWith("..") && !flavour.isAbsolute(relative));
}
