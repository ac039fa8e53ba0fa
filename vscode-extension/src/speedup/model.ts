/** What `hybridize speedup` has found, as `speedup.schema.json` describes it and as the side bar shows it. */

export interface Place {
  /** Relative to the root of the result. */
  readonly path: string;
  readonly qualname: string;
  /** Of `def`, from 1. */
  readonly line: number;
  /** Such as "adds `@tf.function`". */
  readonly edit: string;
}

/** Calls of one function in one version of the program; times are seconds. */
export interface Times {
  readonly calls: number;
  readonly each: number | null;
  readonly total: number;
  readonly traces: number;
}

export interface Kept extends Place {
  readonly original: Times | null;
  readonly edited: Times | null;
}

export interface Rejected extends Place {
  readonly reason: string;
}

/** A function that takes time, and for which there is nothing to try. */
export interface Eager extends Omit<Place, "edit"> {
  /** Of the time of the run. */
  readonly share: number;
  /** What stands in the way. */
  readonly rules: readonly string[];
}

export interface SpeedUp {
  readonly root: string;
  readonly command: readonly string[];
  readonly before: number | null;
  readonly after: number | null;
  readonly kept: readonly Kept[];
  readonly rejected: readonly Rejected[];
  readonly untried: readonly Place[];
  readonly eager: readonly Eager[];
  /** False where the time was over; the same command goes on from there. */
  readonly complete: boolean;
  /** What `hybridize.applySpeedup` is given. */
  readonly changes: readonly unknown[];
}

/** What the server answers. */
export interface Answer {
  readonly exitCode: number;
  readonly text: string;
  readonly result: SpeedUp | null;
}

export interface Row {
  readonly place: Place;
  /** In grey behind the name. */
  readonly description: string;
  readonly tooltip: string;
}

export interface Group {
  readonly title: string;
  readonly icon: string;
  readonly color: string | undefined;
  readonly rows: readonly Row[];
}

/** "41.2 s → 6.3 s (6.5x), 4 edits proved". */
export function headline(found: SpeedUp): string {
  const { before, after, kept, complete } = found;
  const more = complete ? "" : "; the time was over, the same command goes on from here";
  if (kept.length === 0 || before === null || after === null)
    return `nothing found that makes it faster${more}`;
  const factor = after > 0 ? ` (${(before / after).toFixed(1)}x)` : "";
  return `${before.toFixed(1)} s → ${after.toFixed(1)} s${factor}, ${counted(kept.length, "edit")} proved${more}`;
}

/** Groups that have something in them. */
export function groups(found: SpeedUp): Group[] {
  const all: Group[] = [
    {
      title: "Proved on this run, and faster",
      icon: "pass",
      color: "charts.green",
      rows: found.kept.map((kept) => row(kept, times(kept))),
    },
    {
      title: "Tried and rejected",
      icon: "circle-slash",
      color: "charts.yellow",
      rows: found.rejected.map((rejected) => row(rejected, rejected.reason)),
    },
    {
      title: "Not tried: no time left",
      icon: "watch",
      color: undefined,
      rows: found.untried.map((place) => row(place, "")),
    },
    {
      title: "Stays eager: nothing to try",
      icon: "dash",
      color: undefined,
      rows: found.eager.map((eager) => row({ ...eager, edit: "stays eager" }, obstacles(eager))),
    },
  ];
  return all.filter(({ rows }) => rows.length > 0);
}

function row(place: Place, found: string): Row {
  const { path, line, qualname, edit } = place;
  return {
    place,
    description: found === "" ? edit : found,
    tooltip: [`${path}:${line} ${qualname} ${edit}`, ...(found === "" ? [] : [found])].join("\n"),
  };
}

/** "34 % of the run; eager-only-call". */
function obstacles({ share, rules }: Eager): string {
  return [`${Math.round(100 * share)} % of the run`, ...(rules.length > 0 ? [rules.join(", ")] : [])].join(
    "; ",
  );
}

/** "1.78 s → 0.50 s in 200 calls, 1 trace". */
function times({ original, edited }: Kept): string {
  if (original === null || edited === null) return "proved inside another graph, whose time counts";
  const totals = `${original.total.toFixed(2)} s → ${edited.total.toFixed(2)} s`;
  return `${totals} in ${counted(edited.calls, "call")}, ${counted(edited.traces, "trace")}`;
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

const INTERRUPTED = 130;

/** What the user is told of a run without a result. */
export function failure({ exitCode, text }: Answer): string {
  if (exitCode === INTERRUPTED) return "Cancelled. The same command goes on from where it was.";
  const errors = text.split(/\r?\n/).filter((line) => line.startsWith("error: "));
  const error = errors.at(-1)?.slice("error: ".length);
  return `Nothing was tried: ${error ?? `hybridize ended with exit code ${exitCode}`}.`;
}

/** Commands to choose from, likeliest first, each once.  file: relative, as a shell reads it. */
export function offers(last: string | undefined, file: string | undefined, tests: boolean): string[] {
  const own = file === undefined ? [] : [`python ${file}`];
  const all = [...(last === undefined ? [] : [last]), ...own, ...(tests ? ["pytest -q"] : [])];
  return [...new Set(all)];
}
