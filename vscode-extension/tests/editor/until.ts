/**
 * Waits until `condition` gives something, asking again and again; errors of it count as nothing.
 * Rejects with the last error as cause when `patience` milliseconds have passed.
 */
export async function until<Found>(
  what: string,
  condition: () => Found | undefined | false | Promise<Found | undefined | false>,
  patience = 90_000,
): Promise<Found> {
  const end = Date.now() + patience;
  let last: unknown;
  for (;;) {
    try {
      const found = await condition();
      if (found !== undefined && found !== false) return found;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`waited ${patience / 1000} s in vain: ${what}`, { cause: last });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
