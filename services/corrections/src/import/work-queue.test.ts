/** How much work runs, waits and is rejected (ADR 42). */
import { describe, expect, it } from '@jest/globals';
import { status } from '@grpc/grpc-js';
import { SpoolSpace } from './spool.ts';
import { WorkQueue } from './work-queue.ts';

/** Waits until all work that may start has started. */
const started = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const queue = (atOnceMax: number, underWayMax = 100): WorkQueue =>
  new WorkQueue({ name: 'imports', atOnceMax, underWayMax });

/** Work that runs until the test ends it. */
class Work {
  readonly started: string[] = [];
  readonly #ends = new Map<string, PromiseWithResolvers<null>>();

  readonly do = async (name: string): Promise<string> => {
    this.started.push(name);
    const end = Promise.withResolvers<null>();
    this.#ends.set(name, end);
    await end.promise;
    return name;
  };

  end(name: string): void {
    this.#ends.get(name)?.resolve(null);
  }

  fail(name: string): void {
    this.#ends.get(name)?.reject(new Error(`${name} failed`));
  }
}

describe('Work in a queue', () => {
  const never = new AbortController().signal;

  it('runs up to the limit, and the rest in order of arrival, also after work that failed', async () => {
    const turns = queue(2);
    const work = new Work();
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => turns.inTurn(never, () => work.do(name)));
    await started();
    expect(work.started).toEqual(['a', 'b']);
    work.fail('b');
    await expect(b).rejects.toThrow('b failed');
    await started();
    expect(work.started).toEqual(['a', 'b', 'c']);
    work.end('a');
    await expect(a).resolves.toBe('a');
    await started();
    expect(work.started).toEqual(['a', 'b', 'c', 'd']);
    work.end('c');
    work.end('d');
    await expect(Promise.all([c, d])).resolves.toEqual(['c', 'd']);
    void turns.inTurn(never, () => work.do('e'));
    void turns.inTurn(never, () => work.do('f'));
    void turns.inTurn(never, () => work.do('g'));
    await started();
    expect(work.started.slice(4)).toEqual(['e', 'f']);
  });

  it('leaves the queue when its caller leaves, and takes no turn from those behind it', async () => {
    const turns = queue(1);
    const work = new Work();
    const first = turns.inTurn(never, () => work.do('first'));
    const caller = new AbortController();
    const left = turns.inTurn(caller.signal, () => work.do('left'));
    const behind = turns.inTurn(never, () => work.do('behind'));
    await started();
    caller.abort(new Error('the caller left'));
    await expect(left).rejects.toThrow('the caller left');
    work.end('first');
    await first;
    await started();
    expect(work.started).toEqual(['first', 'behind']);
    work.end('behind');
    await expect(behind).resolves.toBe('behind');
    await expect(turns.inTurn(caller.signal, () => work.do('late'))).rejects.toThrow('the caller left');
  });

  it('is rejected while too much is under way, with the number and when to try again, until some of it ends', async () => {
    const turns = queue(1, 2);
    const work = new Work();
    const [a, b] = ['a', 'b'].map((name) => turns.admit(() => work.do(name)));
    const rejected = await turns.admit(() => work.do('c')).catch((error: unknown) => error);
    expect(rejected).toMatchObject({
      status: status.RESOURCE_EXHAUSTED,
      message:
        '2 imports are under way here, which is the limit; 1 of them are stored at a time: try again in 5 s',
    });
    expect((rejected as { metadata: { getMap(): object } }).metadata.getMap()).toEqual({
      'grpc-retry-pushback-ms': '5000',
    });
    work.fail('a');
    await expect(a).rejects.toThrow('a failed');
    const d = turns.admit(() => work.do('d'));
    expect(work.started).toEqual(['a', 'b', 'd']);
    work.end('b');
    work.end('d');
    await expect(Promise.all([b, d])).resolves.toEqual(['b', 'd']);
  });
});

describe('The room on disk for files that are being received', () => {
  it('rejects bytes that do not fit, with the limit and when to try again, until some are given back', () => {
    const space = new SpoolSpace(2 * 1024 * 1024);
    space.take(2 * 1024 * 1024);
    expect(() => {
      space.take(1);
    }).toThrow('the files that are being received fill their 2 MiB on disk: try again in 5 s');
    space.release(1);
    space.take(1);
  });
});
