/** Command lines and their output, as text. */

/** A path as a POSIX shell reads one word. */
export function word(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'"'"'`)}'`;
}

/** The line of a proof that counts the edits; the last one where there is none. */
export function summary(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return lines.find((line) => /^\d+ edits?: /.test(line)) ?? lines.at(-1) ?? "There was no output.";
}

/** What `hybridize.convertWorkspace` found and did. */
export interface Converted {
  readonly found: number;
  readonly files: number;
  readonly applied: number;
}

/** What the user is told of it. */
export function converted({ found, files, applied }: Converted): string {
  if (found === 0) return "No function has a safe edit.";
  const edits = found === 1 ? "1 safe edit" : `${found} safe edits`;
  const where = files === 1 ? "1 file" : `${files} files`;
  return applied === 0 ? `${edits} in ${where} not made.` : `Made ${edits} in ${where}.`;
}
