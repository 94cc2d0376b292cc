import { describe, expect, it } from '@jest/globals';
import { startCleanup } from './cleanup.ts';

const INTERVAL_MS = 1;

/** Resolves when `clear` was called `times` times. */
function counted(times: number, clear: (call: number) => Promise<number>) {
  const done = Promise.withResolvers<undefined>();
  let calls = 0;
  return {
    done: done.promise,
    clear: (): Promise<number> => {
      calls += 1;
      if (calls === times) done.resolve(undefined);
      return clear(calls);
    },
  };
}

describe('The cleanup of a service', () => {
  it('deletes one batch after another while batches are full, and starts again after the interval', async () => {
    const deleted: number[] = [];
    const rows = counted(5, (call) => {
      deleted.push(call === 3 ? 7 : 1000);
      return Promise.resolve(deleted.at(-1) ?? 0);
    });
    const order: string[] = [];
    const other = counted(1, () => Promise.resolve(order.push(`after ${String(deleted.length)}`)));
    const cleanup = startCleanup(
      { warn: () => undefined },
      [
        { kind: 'rows', clear: rows.clear },
        { kind: 'other', clear: other.clear },
      ],
      INTERVAL_MS,
    );
    await rows.done;
    await cleanup.stop();
    expect(deleted.slice(0, 4)).toEqual([1000, 1000, 7, 1000]);
    expect(order[0]).toBe('after 3');
  });

  it('logs a failure, deletes rows of other kinds, and tries again after the interval', async () => {
    const warned: object[] = [];
    const log = { warn: (line: object) => warned.push(line) };
    const error = new Error('no database');
    const failing = counted(2, () => Promise.reject(error));
    const other = counted(2, () => Promise.resolve(0));
    const cleanup = startCleanup(
      log as never,
      [
        { kind: 'failing', clear: failing.clear },
        { kind: 'other', clear: other.clear },
      ],
      INTERVAL_MS,
    );
    await Promise.all([failing.done, other.done]);
    await cleanup.stop();
    expect(warned[0]).toEqual({ err: error, kind: 'failing' });
  });

  it('starts at once, waits a minute for the next time, and stops without waiting for it', async () => {
    let calls = 0;
    const clear = (): Promise<number> => {
      calls += 1;
      return Promise.resolve(0);
    };
    const cleanup = startCleanup({ warn: () => undefined }, [{ kind: 'rows', clear }]);
    expect(calls).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await cleanup.stop();
    expect(calls).toBe(1);
  });
});
