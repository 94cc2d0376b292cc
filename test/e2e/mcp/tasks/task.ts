/**
 * What a task of an assistant is made of. All of it is data: the test carries it out, docs/mcp-tasks.md is made from it, and
 * what a value was taken from can be followed.
 */

/** Which of a list: those of whose fields (dots go deeper) each is, or as text holds, what is wanted; letter case aside. */
export type Wanted = Readonly<Record<string, string | number | boolean | Found>>;

/** Into an answer: a field (dots go deeper), or which of a list. */
export type Step = string | Wanted;

/** What an earlier answer says; calls count from 1. `one`: exactly one is there. `all`: a list of them. */
export interface Found {
  readonly from: 'answer';
  readonly take: 'one' | 'all';
  readonly call: number;
  readonly path: readonly Step[];
}

/** What is worked out from answers: the number after it, or the sum in EUR. */
export interface Derived {
  readonly from: 'answers';
  readonly take: 'next' | 'total';
  readonly of: readonly Found[];
}

export type Source = Found | Derived;

/** The one value at a path of the answer to a call. */
export function one(call: number, ...path: Step[]): Found {
  return { from: 'answer', take: 'one', call, path };
}

/** All values at a path of the answer to a call. */
export function all(call: number, ...path: Step[]): Found {
  return { from: 'answer', take: 'all', call, path };
}

/** The number that follows. */
export function next(of: Found): Derived {
  return { from: 'answers', take: 'next', of: [of] };
}

/** The sum of values in EUR, of several answers where there are several pages. */
export function total(...of: Found[]): Derived {
  return { from: 'answers', take: 'total', of };
}

/** True for what comes from answers; all else is written in the task itself. */
export function isSource(value: unknown): value is Source {
  return typeof value === 'object' && value !== null && 'from' in value;
}

export type Argument = string | number | Source;

/** A call of a tool. */
export interface Call {
  readonly tool: string;
  readonly input: Readonly<Record<string, Argument>>;
  /** Asked again until `status` is this; counts as one call. */
  readonly until?: 'IDLE';
  /** The code it is rejected with, where that is the answer. */
  readonly rejected?: string;
}

/** A call, in short. */
export function call(tool: string, input: Call['input'] = {}): Call {
  return { tool, input };
}

/** Polling after corrections. */
export const WAIT: Call = { tool: 'get_recalc_status', input: {}, until: 'IDLE' };

export type Fact = string | number | boolean | null | readonly (string | number | null)[];

/** Something the assistant knows at the end: where from, and what it is for this taxpayer. */
export interface Known {
  readonly from: Source;
  readonly is: Fact;
}

/** One thing that a taxpayer asks of an assistant. */
export interface Task {
  readonly id: string;
  /** In the taxpayer's own words. */
  readonly request: string;
  /** What words of the request mean as values, where they are not the value themselves. */
  readonly means?: Readonly<Record<string, string | number>>;
  /** The task whose conversation is continued; the numbers of its calls continue too. */
  readonly follows?: string;
  /** Whether the account takes part in the beta of the portfolio; left out where it does not matter. */
  readonly beta?: boolean;
  readonly calls: readonly Call[];
  readonly facts: Readonly<Record<string, Known>>;
  /** What the assistant can say at the end: `{name}` is a fact. */
  readonly says: string;
  /** Why no call can be left out, where there are several. */
  readonly why?: string;
}
