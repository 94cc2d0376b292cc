/**
 * The types of a task for an assistant. A task is only data: the test runs it, docs/mcp-tasks.md is generated from it, and the
 * source of every value can be traced.
 */

import type { Toolset } from '@ctx/contract/tools';

/** Selects elements of a list: each named field (with dots for nested ones) equals the value, or contains it if it is text. Letter case is ignored. */
export type ElementFilter = Readonly<Record<string, string | number | boolean | AnswerValue>>;

/** A step into an answer: a field (with dots for nested ones), or a selection from a list. */
export type Step = string | ElementFilter;

/** A value from an earlier answer; calls are numbered from 1. `one`: there is exactly one value. `all`: a list of values. */
export interface AnswerValue {
  readonly from: 'answer';
  readonly take: 'one' | 'all';
  readonly call: number;
  readonly path: readonly Step[];
}

/** A value computed from answers: the next number, half of an amount, or the sum in EUR. */
export interface DerivedValue {
  readonly from: 'answers';
  readonly take: 'next' | 'half' | 'total';
  readonly of: readonly AnswerValue[];
}

export type Source = AnswerValue | DerivedValue;

/** Returns the source of the one value at a path of the answer to a call. */
export function one(call: number, ...path: Step[]): AnswerValue {
  return { from: 'answer', take: 'one', call, path };
}

/** Returns the source of all values at a path of the answer to a call. */
export function all(call: number, ...path: Step[]): AnswerValue {
  return { from: 'answer', take: 'all', call, path };
}

/** Returns the source of the next number. */
export function next(of: AnswerValue): DerivedValue {
  return { from: 'answers', take: 'next', of: [of] };
}

/** Returns the source of half of an amount. */
export function half(of: AnswerValue): DerivedValue {
  return { from: 'answers', take: 'half', of: [of] };
}

/** Returns the source of a sum in EUR, over several answers if there are several pages. */
export function total(...of: AnswerValue[]): DerivedValue {
  return { from: 'answers', take: 'total', of };
}

/** Returns true for a value that comes from answers. Other values are written in the task itself. */
export function isSource(value: unknown): value is Source {
  return typeof value === 'object' && value !== null && 'from' in value;
}

/** One of a list of records that a tool takes. */
export type ListedRecord = Readonly<Record<string, string | number | AnswerValue>>;

export type Argument = string | number | boolean | readonly ListedRecord[] | Source;

/** Returns the sources in an argument: itself, or values of its records. */
export function sourcesIn(argument: Argument): Source[] {
  if (isSource(argument)) return [argument];
  if (typeof argument !== 'object') return [];
  return argument
    .flatMap((record) => Object.values(record))
    .flatMap((value) => (isSource(value) ? [value] : []));
}

/** A call of a tool. */
export interface Call {
  readonly tool: string;
  readonly input: Readonly<Record<string, Argument>>;
  /** The call is repeated until `status` is this; it counts as one call. */
  readonly until?: 'IDLE';
  /** The code of the rejection, if the call is expected to be rejected. */
  readonly rejected?: string;
}

/** Returns a call of a tool. */
export function call(tool: string, input: Call['input'] = {}): Call {
  return { tool, input };
}

/** Tools that store what no stored figure depends on, so that nothing is recalculated. */
export const CHANGES_NO_FIGURE: readonly string[] = [
  'state_balance',
  'state_reported',
  'set_circumstances',
  'create_upload',
];

/** Polling after corrections. */
export const WAIT: Call = { tool: 'get_recalc_status', input: {}, until: 'IDLE' };

export type Fact = string | number | boolean | null | readonly (string | number | null)[];

/** A fact that the assistant knows at the end: its source, and its value for this taxpayer. */
export interface KnownFact {
  readonly from: Source;
  readonly is: Fact;
}

/** One request of a taxpayer to an assistant. */
export interface Task {
  readonly id: string;
  /** The toolset that its calls need, at the address of which the assistant is connected; omitted if every client can do it. */
  readonly toolset?: Toolset;
  /** In the taxpayer's own words. */
  readonly request: string;
  /** The values that words of the request stand for, if they are not the values themselves; two for a period, its start and its end. */
  readonly means?: Readonly<Record<string, string | number | readonly [from: string, to: string]>>;
  /** The task whose conversation this one continues; the numbers of calls continue too. */
  readonly follows?: string;
  /** Whether the account has the portfolio beta; omitted if it does not matter. */
  readonly beta?: boolean;
  readonly calls: readonly Call[];
  readonly facts: Readonly<Record<string, KnownFact>>;
  /** The answer that the assistant can give at the end; `{name}` is a fact. */
  readonly says: string;
  /** Why no call can be left out, if there are several. */
  readonly why?: string;
}
