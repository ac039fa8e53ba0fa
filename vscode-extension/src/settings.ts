/** What the user has chosen, as plain data. */

export type ImportStrategy = "useBundled" | "fromEnvironment";

export interface Settings {
  readonly enable: boolean;
  readonly importStrategy: ImportStrategy;
  /** `hybridize` executables, absolute, best first. */
  readonly path: readonly string[];
  /** A command that runs Python, or empty. */
  readonly interpreter: readonly string[];
}

/** What variables in settings stand for. */
export interface Place {
  /** The first workspace folder, if there is one. */
  readonly workspaceFolder: string | undefined;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Fills in a leading `~`, `${workspaceFolder}`, `${userHome}` and `${env:NAME}`; unknown variables stay as they are. */
export function substitute(text: string, place: Place): string {
  const home = /^~(?=$|[\\/])/.test(text) ? place.home + text.slice(1) : text;
  return home.replace(
    /\$\{(workspaceFolder|userHome|env:([^}]+))\}/g,
    (whole, name: string, variable?: string) => {
      if (variable !== undefined) return place.environment[variable] ?? "";
      return (name === "userHome" ? place.home : place.workspaceFolder) ?? whole;
    },
  );
}
