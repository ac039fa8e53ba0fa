/** The functions of the workspace as the server lists them and as the side bar shows them. */

export type Verdict = "convert" | "remove" | "reconfigure" | "keep" | "undetermined";

/** One function, as `hybridize/functions` describes it; positions are the protocol's. */
export interface FunctionItem {
  readonly name: string;
  readonly range: Range;
  readonly verdict: Verdict;
  readonly safe: boolean;
  readonly hybrid: boolean;
  readonly gain: string | null;
  readonly traces: number | null;
  /** Codes or names of what stands in the way. */
  readonly refusals: readonly string[];
  /** Sentences that an unsafe edit rests on. */
  readonly assumptions: readonly string[];
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface FileItem {
  readonly uri: string;
  readonly functions: readonly FunctionItem[];
}

const GAINS = ["high", "medium", "low"];

/** Files with functions that an edit would improve first, then by name; within a file the order of the text. */
export function ordered(files: readonly FileItem[]): FileItem[] {
  return files
    .filter((file) => file.functions.length > 0)
    .map((file) => ({ file, best: Math.min(...file.functions.map(rank)) }))
    .sort((a, b) => a.best - b.best || compare(a.file.uri, b.file.uri))
    .map(({ file }) => file);
}

/** The same without what promises no speed: those functions, then the files that have no other. */
export function withGain(files: readonly FileItem[]): FileItem[] {
  return files
    .map((file) => ({
      ...file,
      functions: file.functions.filter(promising).sort((a, b) => rank(a) - rank(b)),
    }))
    .filter((file) => file.functions.length > 0);
}

function promising(item: FunctionItem): boolean {
  return (
    (item.verdict === "convert" && item.gain !== "none") ||
    item.verdict === "remove" ||
    item.verdict === "reconfigure"
  );
}

function rank(item: FunctionItem): number {
  if (item.verdict !== "convert" && item.verdict !== "remove") return 2 * GAINS.length;
  const gain = GAINS.indexOf(item.gain ?? "");
  return (gain < 0 ? GAINS.length - 1 : gain) + (item.safe ? 0 : GAINS.length);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What stands in grey behind the name. */
export function summary(item: FunctionItem): string {
  const edit = item.safe ? "" : ", on assumptions";
  switch (item.verdict) {
    case "convert":
      return [`can be a graph${edit}`, ...gain(item), ...traces(item)].join(" · ");
    case "remove":
      return `needs no graph${edit}`;
    case "reconfigure":
      return ["is a graph, with other options better", ...traces(item)].join(" · ");
    case "keep":
      return [item.hybrid ? "is a graph" : "stays eager", ...traces(item), ...item.refusals].join(" · ");
    case "undetermined":
      return ["unknown", ...item.refusals].join(" · ");
  }
}

function gain(item: FunctionItem): string[] {
  return item.gain === null ? [] : [`gain ${item.gain}`];
}

function traces(item: FunctionItem): string[] {
  return item.traces === null || (item.verdict === "keep" && !item.hybrid)
    ? []
    : [item.traces === 1 ? "1 trace" : `${item.traces} traces`];
}

/** The icon of a verdict, and the colour of the theme that it has. */
export function icon(item: FunctionItem): { readonly id: string; readonly color: string | undefined } {
  switch (item.verdict) {
    case "convert":
      if (item.gain === "none") return { id: "dash", color: undefined };
      return { id: item.safe ? "rocket" : "lightbulb", color: item.safe ? "charts.green" : "charts.yellow" };
    case "reconfigure":
      return { id: item.safe ? "rocket" : "lightbulb", color: item.safe ? "charts.green" : "charts.yellow" };
    case "remove":
      return { id: "circle-slash", color: item.safe ? "charts.green" : "charts.yellow" };
    case "keep":
      return { id: item.hybrid ? "pass" : "dash", color: undefined };
    case "undetermined":
      return { id: "question", color: undefined };
  }
}

/** "3 of 12 can change": behind the name of a file. */
export function counted(file: FileItem): string {
  const edits = file.functions.filter(promising).length;
  return edits === 0 ? `${file.functions.length}` : `${edits} of ${file.functions.length}`;
}
