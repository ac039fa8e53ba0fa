/** Calls wait for each other; one that fails, which its caller is told, does not keep the next from running. */
export function serial<Argument>(
  job: (argument: Argument) => Promise<void>,
): (argument: Argument) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (argument) => {
    const next = last.then(() => job(argument));
    last = next.catch(() => undefined);
    return next;
  };
}
