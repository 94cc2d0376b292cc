/** Says what takes long, and once a minute that it still runs. */
const REPEAT_MS = 60_000;

/** Does some work. `details` returns what it is doing at the moment, or nothing. */
export async function withProgress<Result>(
  say: (line: string) => void,
  what: string,
  work: () => Promise<Result>,
  details: () => string = () => '',
): Promise<Result> {
  say(`${what} …`);
  const startedMs = performance.now();
  const timer = setInterval(() => {
    const minutes = String(Math.round((performance.now() - startedMs) / REPEAT_MS));
    say([`still, after ${minutes} min: ${what}`, details()].filter((part) => part !== '').join('; '));
  }, REPEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
