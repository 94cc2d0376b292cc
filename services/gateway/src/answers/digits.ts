/** What the API answers, and the same with every digit of its numbers. */
import type { OperationId, OPERATIONS } from '@ctx/contract/operations';
import type { z } from 'zod';

type OperationOf<Id extends OperationId> = Extract<(typeof OPERATIONS)[number], { readonly id: Id }>;

/** The body that the API returns for an operation. */
export type AnswerOf<Id extends OperationId> = z.output<OperationOf<Id>['response']>;

/** An answer whose numbers are texts. */
export type Digits<Value> = Value extends number
  ? string
  : Value extends object
    ? { readonly [Key in keyof Value]: Digits<Value[Key]> }
    : Value;

/** Parses JSON; every number becomes its text, for amounts that a number cannot hold exactly. */
export function parseDigits(json: string): unknown {
  return JSON.parse(json, digitsOfNumber);
}

/** Returns the answer of an operation with every digit of its numbers. */
export function digitsOf<Id extends OperationId>({
  bytes,
}: {
  readonly bytes: Buffer;
}): Digits<AnswerOf<Id>> {
  return parseDigits(bytes.toString()) as Digits<AnswerOf<Id>>;
}

/** Revives a JSON number as its text. */
function digitsOfNumber(
  _key: string,
  value: unknown,
  { source }: { readonly source?: string } = {},
): unknown {
  return typeof value === 'number' ? (source ?? String(value)) : value;
}
