import { getEventListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { KeyedQueue, QueueRejection } from './keyed-queue.ts';

/** Waits until all work that may start has started. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Work that runs until the test ends it. */
class Work {
  readonly started: string[] = [];
  readonly #ends = new Map<string, PromiseWithResolvers<string>>();

  readonly do = (name: string) => (): Promise<string> => {
    this.started.push(name);
    const end = Promise.withResolvers<string>();
    this.#ends.set(name, end);
    return end.promise;
  };

  end(name: string): void {
    this.#ends.get(name)!.resolve(name);
  }

  fail(name: string): void {
    this.#ends.get(name)!.reject(new Error(`${name} failed`));
  }
}

/** Adds work with names like `a1`, of which the letter is the key. */
function add(queue: KeyedQueue<string>, work: Work, names: readonly string[]): Promise<string>[] {
  return names.map((name) => queue.run(name[0]!, work.do(name)));
}

describe('A keyed queue', () => {
  it('runs work of each key up to its limit, the rest in order of arrival, and delays no other key', async () => {
    const queue = new KeyedQueue<string>({ perKey: { runningMax: 2 } });
    const work = new Work();
    const [a1, a2, a3, a4, b1] = add(queue, work, ['a1', 'a2', 'a3', 'a4', 'b1']);
    expect(work.started).toEqual(['a1', 'a2', 'b1']);
    work.end('a2');
    await expect(a2).resolves.toBe('a2');
    await settled();
    void add(queue, work, ['a5']);
    expect(work.started).toEqual(['a1', 'a2', 'b1', 'a3']);
    work.fail('a1');
    await expect(a1).rejects.toThrow('a1 failed');
    await settled();
    expect(work.started).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
    for (const name of ['a3', 'a4', 'b1']) work.end(name);
    await expect(Promise.all([a3, a4, b1])).resolves.toEqual(['a3', 'a4', 'b1']);
    work.end('a5');
    await settled();
    void add(queue, work, ['a6', 'a7', 'a8']);
    expect(work.started.slice(5)).toEqual(['a5', 'a6', 'a7']);
  });

  it('runs work of all keys up to their limit, and lets keys that wait take turns', async () => {
    const queue = new KeyedQueue<string>({ all: { runningMax: 1 } });
    const work = new Work();
    void add(queue, work, ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']);
    const order = ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'];
    for (const [ended, name] of order.entries()) {
      expect(work.started).toEqual(order.slice(0, ended + 1));
      work.end(name);
      await settled();
    }
    expect(work.started).toEqual(order);
  });

  it('applies the limit of all keys and that of each key together', async () => {
    const queue = new KeyedQueue<string>({ all: { runningMax: 2 }, perKey: { runningMax: 1 } });
    const work = new Work();
    void add(queue, work, ['a1', 'a2', 'b1', 'c1']);
    expect(work.started).toEqual(['a1', 'b1']);
    work.end('b1');
    await settled();
    // Work a2 arrived before c1, but its key already has work that runs.
    expect(work.started).toEqual(['a1', 'b1', 'c1']);
    work.end('a1');
    await settled();
    expect(work.started).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  it('starts waiting work before work that arrives when a place becomes free', async () => {
    const queue = new KeyedQueue<string>({ all: { runningMax: 1 } });
    const work = new Work();
    const [a1] = add(queue, work, ['a1', 'b1']);
    const late = a1!.then(() => queue.run('c', work.do('c1')));
    work.end('a1');
    await settled();
    expect(work.started).toEqual(['a1', 'b1']);
    work.end('b1');
    await settled();
    work.end('c1');
    await expect(late).resolves.toBe('c1');
  });

  it('rejects work at once while too much of all keys is running and waiting, until some of it ends', async () => {
    const queue = new KeyedQueue<string>({ all: { runningMax: 1, underWayMax: 2 } });
    const work = new Work();
    const [a1] = add(queue, work, ['a1', 'b1']);
    await expect(queue.run('c', work.do('c1'))).rejects.toEqual(new QueueRejection('QUEUE_FULL'));
    work.fail('a1');
    await expect(a1).rejects.toThrow('a1 failed');
    void add(queue, work, ['c2']);
    work.end('b1');
    await settled();
    expect(work.started).toEqual(['a1', 'b1', 'c2']);
  });

  it('rejects work at once while too much of its key is running and waiting, also where the key waits for others', async () => {
    const queue = new KeyedQueue<string>({ all: { runningMax: 1 }, perKey: { underWayMax: 1 } });
    const work = new Work();
    const [, b1] = add(queue, work, ['a1', 'b1']);
    for (const key of ['a', 'b'])
      await expect(queue.run(key, work.do('no'))).rejects.toMatchObject({ fault: 'KEY_FULL' });
    work.end('a1');
    await settled();
    work.end('b1');
    await b1;
    void add(queue, work, ['b2']);
    expect(work.started).toEqual(['a1', 'b1', 'b2']);
  });

  it('rejects work that waits too long, with the error of its user, without running it', async () => {
    const createError = (fault: string): Error => new Error(`too busy: ${fault}`);
    const queue = new KeyedQueue<string>({ perKey: { runningMax: 1 }, waitMsMax: 1, createError });
    const work = new Work();
    const [a1, a2] = add(queue, work, ['a1', 'a2']);
    await expect(a2).rejects.toThrow('too busy: WAITED_TOO_LONG');
    work.end('a1');
    await a1;
    void add(queue, work, ['a3']);
    expect(work.started).toEqual(['a1', 'a3']);
  });

  it('has no time limit on work that runs or has started after a wait', async () => {
    const queue = new KeyedQueue<string>({ perKey: { runningMax: 1 }, waitMsMax: 30 });
    const work = new Work();
    const [a1, a2] = add(queue, work, ['a1', 'a2']);
    work.end('a1');
    await a1;
    await new Promise((resolve) => setTimeout(resolve, 60));
    work.end('a2');
    await expect(a2).resolves.toBe('a2');
  });

  it('rejects waiting work with the reason of its signal, without running it, and keeps the place of the work behind it', async () => {
    const queue = new KeyedQueue<string>({ perKey: { runningMax: 1 } });
    const work = new Work();
    const caller = new AbortController();
    const [a1] = add(queue, work, ['a1']);
    const left = queue.run('a', work.do('left'), caller.signal);
    const behind = queue.run('a', work.do('behind'), new AbortController().signal);
    caller.abort(new Error('the caller left'));
    await expect(left).rejects.toThrow('the caller left');
    await expect(queue.run('z', work.do('late'), caller.signal)).rejects.toThrow('the caller left');
    work.end('a1');
    await a1;
    await settled();
    expect(work.started).toEqual(['a1', 'behind']);
    work.end('behind');
    await expect(behind).resolves.toBe('behind');
  });

  it('does not end work that runs when its signal aborts', async () => {
    const queue = new KeyedQueue<string>({});
    const work = new Work();
    const caller = new AbortController();
    const running = queue.run('a', work.do('a1'), caller.signal);
    caller.abort(new Error('the caller left'));
    work.end('a1');
    await expect(running).resolves.toBe('a1');
  });

  it('leaves no timer and no listener behind, when work starts or its caller leaves', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const queue = new KeyedQueue<string>({ perKey: { runningMax: 1, underWayMax: 3 }, waitMsMax: 60_000 });
    const work = new Work();
    const caller = new AbortController();
    const before = timers();
    const [a1] = add(queue, work, ['a1']);
    const a2 = queue.run('a', work.do('a2'), caller.signal);
    const left = queue.run('a', work.do('left'), caller.signal);
    expect([timers() - before, getEventListeners(caller.signal, 'abort').length]).toEqual([2, 2]);
    work.end('a1');
    await a1;
    expect([timers() - before, getEventListeners(caller.signal, 'abort').length]).toEqual([1, 1]);
    caller.abort(new Error('the caller left'));
    await expect(left).rejects.toThrow('the caller left');
    expect([timers() - before, getEventListeners(caller.signal, 'abort').length]).toEqual([0, 0]);
    work.end('a2');
    await expect(a2).resolves.toBe('a2');
  });
});
