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
