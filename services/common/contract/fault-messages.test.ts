/** Messages for invalid fields: the expected value, and where to find it. */
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { type Operation, OPERATIONS } from './operations.ts';
import { ExactNumber, fieldErrorsOf, parseRequest } from './parse-input.ts';
import { BulkDeleteRequest, OverrideRequest, RuleRequest, TransferMatchRequest } from './requests.ts';

const ID = '00000000-0000-4000-8000-000000000000';

function messagesOf(schema: z.ZodObject, input: object): Record<string, string> {
  const parsed = parseRequest(schema, input);
  if (!('fieldErrors' in parsed)) throw new Error('the input is valid');
  return Object.fromEntries(parsed.fieldErrors.map(({ field, message }) => [field, message]));
}

const TRANSACTIONS = '(GET /api/v1/transactions, tool list_transactions)';
const TEXT = 'without NUL or lone surrogates';
const INSTANT = 'With an offset, at most six fraction digits, from 2009 to 2100';

const OVERRIDE_FAULTS: readonly (readonly [field: string, value: unknown, message: string])[] = [
  ['taxEventId', 'x', `must be a UUID: the \`id\` of a transaction ${TRANSACTIONS}`],
  ['taxEventId', 7, `must be a UUID: the \`id\` of a transaction ${TRANSACTIONS}`],
  ['taxEventId', undefined, `is required and must be a UUID: the \`id\` of a transaction ${TRANSACTIONS}`],
  ['overriddenType', 'GIFT', 'must be one of ACQUISITION, DISPOSITION, EXPENSE, FEE, INCOME'],
  ['overriddenTaxable', 'yes', 'must be true or false'],
  ['overriddenDescription', 'x'.repeat(501), `must be text of at most 500 characters, ${TEXT}`],
  ['overriddenFlags', 'SPAM', 'must be a list of at most 50 items'],
  [
    'notes',
    'a\0b',
    `must be text of at most 1000 characters, ${TEXT}: stored with the correction and shown in its log`,
  ],
  [
    'overriddenEuroValue',
    -1,
    'must be a number of at least 0: EUR value of the event. At most 18 integer and 12 fraction digits, all significant',
  ],
  [
    'overriddenAmount',
    new ExactNumber('0.1234567890123456789012345'),
    'must be a number greater than 0: amount of the asset. At most 18 integer and 24 fraction digits, all significant',
  ],
  [
    'overriddenTimestamp',
    '2026-02-30T00:00:00Z',
    `must be a date and time such as 2026-03-10T10:00:00Z: when it happened. ${INSTANT}`,
  ],
  ['overriddenTimestamp', 5, expect.stringMatching(/^must be a date and time such as/) as never],
];

describe('The message for an invalid field', () => {
  it.each(OVERRIDE_FAULTS)(
    'names the expected value of an override field: %s, case %#',
    (field, value, message) => {
      expect(messagesOf(OverrideRequest, { taxEventId: ID, [field]: value })).toEqual({ [field]: message });
    },
  );

  it('names and describes an item of a list', () => {
    expect(messagesOf(BulkDeleteRequest, { overrideIds: [ID, 'x'] })).toEqual({
      'overrideIds.1': `must be a UUID: the \`overrideId\` of a transaction ${TRANSACTIONS}`,
    });
    expect(messagesOf(BulkDeleteRequest, { overrideIds: [] })).toEqual({
      overrideIds: 'must be a list of 1 to 200 items: the `overrideId` of transactions',
    });
    expect(messagesOf(OverrideRequest, { taxEventId: ID, overriddenFlags: ['SPAM', ''] })).toEqual({
      'overriddenFlags.1': `must be text of 1 to 500 characters, ${TEXT}`,
    });
  });

  it('lists the known fields for an unknown field', () => {
    const names = Object.keys(TransferMatchRequest.shape).join(', ');
    const input = { outTaxEventId: ID, inTaxEventId: ID, transferKind: 'WRAP', kind: 'WRAP' };
    expect(messagesOf(TransferMatchRequest, input)).toEqual({ kind: `is unknown: expected one of ${names}` });
    expect(messagesOf(z.strictObject({}), { kind: 1 })).toEqual({ kind: 'is unknown: no field is expected' });
  });

  it('names both ends of a range', () => {
    const input = { action: 'IGNORE_DUST', label: 'x', chainId: 2 ** 31 };
    expect(messagesOf(RuleRequest, input)).toEqual({
      chainId: 'must be a whole number from 0 to 2147483647: EVM chain id; 0 for other chains',
    });
  });
});

/** Values of every type, at and beyond the limits of most fields. */
const JUNK: readonly unknown[] = [
  undefined,
  null,
  true,
  '',
  'x',
  'a\0b',
  '\ud800',
  'x'.repeat(3000),
  -1,
  0,
  1.5,
  2 ** 31,
  1e21,
  NaN,
  Infinity,
  [],
  [[]],
  [null],
  ['x'],
  [{}],
  Array<string>(300).fill(ID),
  {},
  new Date(0),
  10n,
];

/** The form of every message, which follows the name of the field. */
const MESSAGE =
  /^(is required and )?must be (a UUID|a whole number|a number|true or false|one of [\w., -]+(: |$)|text of|a list of|a date and time such as)/;

const schemasOf = ({ id, pathParameters, query, body }: Operation) =>
  [pathParameters, query, ...(body === undefined ? [] : [body])].map((schema) => [id, schema] as const);

describe('Every field error of the operation', () => {
  it.each((OPERATIONS as readonly Operation[]).flatMap(schemasOf))(
    '%s names the expected value in our own words',
    (_id, schema) => {
      for (const name of Object.keys(schema.shape))
        for (const value of JUNK) {
          const { error } = schema.safeParse({ [name]: value }, { reportInput: true });
          const errors = error === undefined ? [] : fieldErrorsOf(schema, error);
          for (const { message } of errors) expect(message).toMatch(MESSAGE);
        }
    },
  );
});
