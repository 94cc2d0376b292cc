/** Requests admitted together: each gets its own answer, none waits behind more than a statement, a failure reaches all. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Batches } from '../src/auth/admission-batches.ts';

/** Until what was scheduled has been sent. */
const turn = (): Promise<void> =>
  new Promise((done) => {
    setImmediate(done);
  });

/** Answers by hand, so that a test says when. */
function byHand() {
  const calls: { asked: readonly number[]; answer: (fail?: Error) => Promise<void> }[] = [];
  const batches = new Batches<number, string>(
    (asked) =>
      new Promise((resolve, reject) => {
        calls.push({
          asked,
          answer: async (fail) => {
            if (fail === undefined) resolve(asked.map(String));
            else reject(fail);
            await turn();
          },
        });
      }),
  );
  return { calls, batches };
}

describe('Requests that are admitted together', () => {
  it('a request that finds none under way waits for none, and those read at once go as one', async () => {
    const { calls, batches } = byHand();
    void batches.ask(1);
    await turn();
    void batches.ask(2);
    void batches.ask(3);
    await turn();
    expect(calls.map(({ asked }) => asked)).toEqual([[1], [2, 3]]);
  });

  it('those that arrive while two statements are under way go as one, each with its own answer', async () => {
    const { calls, batches } = byHand();
    const answers: Promise<string>[] = [];
    for (const asked of [1, 2, 3, 4, 5]) {
      answers.push(batches.ask(asked));
      if (asked < 3) await turn();
    }
    await calls[0]!.answer();
    expect(calls.map(({ asked }) => asked)).toEqual([[1], [2], [3, 4, 5]]);
    await calls[1]!.answer();
    await calls[2]!.answer();
    expect(await Promise.all(answers)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('a statement that fails fails all that wait, so that nobody waits for a second one; the next is tried', async () => {
    const { calls, batches } = byHand();
    const asked: Promise<string>[] = [];
    for (const question of [1, 2, 3]) {
      asked.push(batches.ask(question));
      if (question < 3) await turn();
    }
    const outcomes = Promise.allSettled(asked);
    await calls[0]!.answer(new Error('gone'));
    await calls[1]!.answer();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
    const next = batches.ask(4);
    await turn();
    await calls.at(-1)!.answer();
    expect(await next).toBe('4');
  });

  it('whatever the order of questions and answers, every question gets its own answer', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 300 }),
        fc.nat(1000),
        async (turns, at) => {
          const { calls, batches } = byHand();
          const asked: Promise<string>[] = [];
          let answered = 0;
          for (const isQuestion of [...turns, ...turns.map(() => false)]) {
            if (isQuestion) asked.push(batches.ask(at + asked.length));
            else if (answered < calls.length) await calls[answered++]!.answer();
            else await turn();
          }
          await turn();
          while (answered < calls.length) await calls[answered++]!.answer();
          expect(await Promise.all(asked)).toEqual(asked.map((_promise, index) => String(at + index)));
        },
      ),
    );
  });
});
