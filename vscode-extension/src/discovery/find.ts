/**
 * Which server is started, and on what: the setting, then (unless the bundled one is wanted) the workspace's Python
 * environments and PATH, then the bundled server on the first Python that is fit.
 */

import type { Settings } from "../settings";
import type { Python } from "./probe";

/** A Python that may be there: where it was heard of, and the command. */
export interface Candidate {
  readonly source: string;
  readonly command: readonly string[];
}

/** What discovery may ask of the outside. */
export interface World {
  readonly trusted: boolean;
  /** The launcher of the bundled server, or undefined where the package carries none. */
  readonly bundled: string | undefined;
  isFile(path: string): Promise<boolean>;
  /** Rejects with a message. */
  probe(command: readonly string[]): Promise<Python>;
  /** Sources of Pythons, best first; each is asked only when all before it gave nothing that is fit. */
  readonly pythons: readonly (() => Promise<readonly Candidate[]>)[];
  /** Full paths of programs called `hybridize` on PATH. */
  installed(): Promise<readonly string[]>;
}

export interface Server {
  readonly command: string;
  readonly arguments: readonly string[];
  /** For people: "bundled, Python 3.11 from PATH". */
  readonly origin: string;
}

export interface Search {
  readonly server: Server | undefined;
  /** What was tried and why it was passed over, in order. */
  readonly passed: readonly string[];
}

/** What the user has named in the settings and what was passed over all the same: more than the log has to tell. */
export function ignoredSettings({ passed }: Search): string[] {
  return passed.filter((text) => /\(hybridize\.(interpreter|path)\):/.test(text));
}

type Version = readonly [major: number, minor: number];
const OLDEST: Version = [3, 10];
/** The newest Python that the bundled native modules are built for. */
const NEWEST_BUNDLED: Version = [3, 13];

export async function findServer(settings: Settings, world: World): Promise<Search> {
  const passed: string[] = [];
  const note = (text: string): void => void passed.push(text);
  const server =
    (await fromSetting(settings, world, note)) ??
    (settings.importStrategy === "fromEnvironment" && world.trusted
      ? ((await fromEnvironment(settings, world, note)) ?? (await fromPath(world)))
      : undefined) ??
    (await fromBundle(settings, world, note));
  return { server, passed };
}

type Note = (text: string) => void;

async function fromSetting(settings: Settings, world: World, note: Note): Promise<Server | undefined> {
  for (const path of settings.path) {
    if (await world.isFile(path))
      return { command: path, arguments: ["lsp"], origin: `${path}, from settings` };
    note(`${path} (hybridize.path): no such file`);
  }
  return undefined;
}

async function fromEnvironment(settings: Settings, world: World, note: Note): Promise<Server | undefined> {
  const found = await firstPython(settings, world, note, withoutServer);
  if (!found) return undefined;
  const { python, source } = found;
  const origin = `${python.hybridize ?? ""} in ${python.command.join(" ")}, from ${source}`;
  return run(python.command, ["-m", "hybridize_cli", "lsp"], origin);
}

async function fromPath(world: World): Promise<Server | undefined> {
  const [first] = await world.installed();
  return first === undefined
    ? undefined
    : { command: first, arguments: ["lsp"], origin: `${first}, from PATH` };
}

async function fromBundle(settings: Settings, world: World, note: Note): Promise<Server | undefined> {
  const launcher = world.bundled;
  if (launcher === undefined) {
    note("this package of the extension carries no server");
    return undefined;
  }
  const found = await firstPython(settings, world, note, unfitForBundle);
  if (!found) return undefined;
  const { python, source } = found;
  const origin = `bundled, on Python ${shown(python.version)} from ${source} (${python.command.join(" ")})`;
  return run(python.command, [launcher, "lsp"], origin);
}

/** `-I`: neither the working directory nor the user's site can replace a module of the server. */
function run(python: readonly string[], rest: readonly string[], origin: string): Server {
  const [command = "", ...options] = python;
  return { command, arguments: [...options, "-I", ...rest], origin };
}

/** Why a Python cannot be used, or undefined. */
type Objection = (python: Python) => string | undefined;

const withoutServer: Objection = ({ version, hybridize }) => {
  if (before(version, OLDEST)) return `is Python ${shown(version)}; ${shown(OLDEST)} or newer is needed`;
  return hybridize === undefined ? "has no hybridize with the extra `lsp`" : undefined;
};

const unfitForBundle: Objection = ({ version }) =>
  before(version, OLDEST) || before(NEWEST_BUNDLED, version)
    ? `is Python ${shown(version)}; ${shown(OLDEST)} to ${shown(NEWEST_BUNDLED)} are needed`
    : undefined;

/** The first Python that there is no objection to.  A setting that names one makes it the only candidate. */
async function firstPython(
  settings: Settings,
  world: World,
  note: Note,
  objection: Objection,
): Promise<{ python: Python; source: string } | undefined> {
  const chosen: Candidate = { source: "hybridize.interpreter", command: settings.interpreter };
  const sources = settings.interpreter.length > 0 ? [() => Promise.resolve([chosen])] : world.pythons;
  for (const candidates of sources) {
    for (const { source, command } of await candidates()) {
      const answer = await world.probe(command).catch((error: unknown) => error as Error);
      const against = answer instanceof Error ? answer.message : objection(answer);
      if (!(answer instanceof Error) && against === undefined) return { python: answer, source };
      note(`${command.join(" ")} (${source}): ${against ?? ""}`);
    }
  }
  return undefined;
}

function shown(version: Version): string {
  return version.join(".");
}

function before(a: Version, b: Version): boolean {
  return a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
}
