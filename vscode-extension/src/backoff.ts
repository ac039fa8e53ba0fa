/** When a server that died is started again. */

/** Milliseconds: crashes that lie further back are forgotten. */
const MEMORY = 180_000;
/** Milliseconds to wait before the restart after the first, second, … crash in that time. */
const DELAYS = [0, 1_000, 4_000, 10_000, 20_000];

export interface Crashes {
  readonly times: readonly number[];
}

export const NO_CRASHES: Crashes = { times: [] };

/** Adds a crash at `now`; `delay` is undefined when there were too many: then the user decides. */
export function crashed(before: Crashes, now: number): { crashes: Crashes; delay: number | undefined } {
  const times = [...before.times.filter((time) => now - time < MEMORY), now];
  return { crashes: { times }, delay: DELAYS[times.length - 1] };
}
