/**
 * Requests that arrive together, or while others are being admitted, are admitted together: one statement costs a fraction of
 * as many alone. A request that finds none under way waits for no other.
 */

/** Statements under way at once: while one waits for its turn at a row, another may go. */
const UNDER_WAY_MAX = 2;
const BATCH_MAX = 64;

interface Waiting<Asked, Answer> {
  readonly asked: Asked;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Answers many questions by one call of `answerAll`, which answers in the order of what is asked. */
export class Batches<Asked, Answer> {
  readonly #answerAll: (asked: readonly Asked[]) => Promise<readonly Answer[]>;
  #waiting: Waiting<Asked, Answer>[] = [];
  #underWay = 0;
  #isScheduled = false;

  constructor(answerAll: (asked: readonly Asked[]) => Promise<readonly Answer[]>) {
    this.#answerAll = answerAll;
  }

  /** The answer to one question; rejects with what its batch was refused with. */
  ask(asked: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ asked, resolve, reject });
      this.#schedule();
    });
  }

  // All requests that node has read at once come before the immediate.
  #schedule(): void {
    if (this.#isScheduled || this.#underWay >= UNDER_WAY_MAX) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#send();
    });
  }

  async #send(): Promise<void> {
    this.#underWay += 1;
    try {
      while (this.#waiting.length > 0) await this.#answerSome(this.#waiting.splice(0, BATCH_MAX));
    } finally {
      this.#underWay -= 1;
    }
  }

  async #answerSome(batch: readonly Waiting<Asked, Answer>[]): Promise<void> {
    try {
      const answers = await this.#answerAll(batch.map(({ asked }) => asked));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      // Who waits behind would wait as long again, for the same: nobody waits longer than one statement may take twice.
      for (const { reject } of [...batch, ...this.#waiting.splice(0)]) reject(error);
    }
  }
}
