/** Reads the values of a task's sources from answers, and records which answer each value came from. */
import {
  type Argument,
  type Fact,
  type AnswerValue,
  isSource,
  type ListedRecord,
  type Source,
  type ElementFilter,
} from './task.ts';

/** A task cannot continue, because an answer lacks a value that is needed or a call is rejected. */
export class Impossible extends Error {}

/** A value that was taken from the answer to a call. */
export interface TakenValue {
  readonly call: number;
  readonly leaf: string;
}

/** Returns a text as it is, and any other value with the name of its field, because a bare 2 would be found everywhere. */
function leafOf(name: string, value: unknown): string {
  return typeof value === 'string' ? value : `${name}: ${String(value)}`;
}

/** Returns every value in an answer, at any depth. */
export function leavesOf(answer: unknown, name = ''): string[] {
  if (Array.isArray(answer)) return answer.flatMap((each) => leavesOf(each, name));
  if (typeof answer !== 'object' || answer === null) return [leafOf(name, answer)];
  return Object.entries(answer).flatMap(([field, value]) => leavesOf(value, field));
}

/** Reads the values of sources from answers. */
export class Reader {
  readonly #answers: ReadonlyMap<number, unknown>;
  /** In the order in which they were read. */
  readonly taken: TakenValue[] = [];

  constructor(answers: ReadonlyMap<number, unknown>) {
    this.#answers = answers;
  }

  /**
   * Returns the value of an argument or of a fact.
   * @throws Impossible if the answers do not contain it, or contain several values where one is expected
   */
  valueOf(source: Source): Fact;
  valueOf(argument: Argument): Fact | Argument;
  valueOf(argument: Argument): Fact | Argument {
    if (isSource(argument)) return this.#read(argument);
    return typeof argument === 'object' ? argument.map((record) => this.#recordOf(record)) : argument;
  }

  #recordOf(record: ListedRecord): ListedRecord {
    const values = Object.entries(record).map(([name, value]) => [
      name,
      isSource(value) ? this.#find(value) : value,
    ]);
    return Object.fromEntries(values) as ListedRecord;
  }

  #read(source: Source): Fact {
    if (source.from === 'answer') return this.#find(source);
    const numbers = source.of.flatMap((found) => this.#find(found)).map(Number);
    const sum = numbers.reduce((total, number) => total + number, 0);
    if (source.take === 'next') return sum + 1;
    return source.take === 'half' ? sum / 2 : Math.round(sum * 100) / 100;
  }

  #find(found: AnswerValue): Fact {
    const { call, path, take } = found;
    const where = `answer ${String(call)}, ${JSON.stringify(path)}`;
    if (!this.#answers.has(call)) throw new Impossible(`there is no ${where}`);
    const start = [this.#answers.get(call)];
    const at = path.reduce<unknown[]>(
      (values, step) =>
        typeof step === 'string' ? fieldsOf(values, step) : this.#choose(values, step, call),
      start,
    );
    const values = at.flat().filter((value) => value !== undefined) as (string | number | null)[];
    const name =
      path
        .findLast((step) => typeof step === 'string')
        ?.split('.')
        .at(-1) ?? '';
    this.taken.push(...values.map((value) => ({ call, leaf: leafOf(name, value) })));
    if (take === 'all') return values;
    const [value] = values;
    if (values.length !== 1 || value === undefined)
      throw new Impossible(`${String(values.length)} values in ${where}`);
    return value;
  }

  #choose(lists: readonly unknown[], wanted: ElementFilter, call: number): unknown[] {
    const criteria = Object.entries(wanted).map(([path, value]) => [path, this.#wanted(value)] as const);
    const chosen = lists
      .flat()
      .filter((each) => criteria.every(([path, value]) => holds(fieldOf(each, path), value)));
    for (const each of chosen)
      for (const [path] of criteria) {
        const name = path.split('.').at(-1) ?? '';
        this.taken.push({ call, leaf: leafOf(name, fieldOf(each, path)) });
      }
    return chosen;
  }

  #wanted(value: ElementFilter[string]): unknown {
    return isSource(value) ? this.#find(value) : value;
  }
}

/** Compares without regard to letter case: a label is "Kraken", a request says "kraken". */
function holds(value: unknown, wanted: unknown): boolean {
  if (typeof value !== 'string' || typeof wanted !== 'string') return value === wanted;
  return value.toLowerCase().includes(wanted.toLowerCase());
}

function fieldsOf(values: readonly unknown[], path: string): unknown[] {
  return values.flat().map((value) => fieldOf(value, path));
}

function fieldOf(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined,
      value,
    );
}
