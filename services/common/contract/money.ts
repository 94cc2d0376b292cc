/** The money of accounts: what came in and went out, beside the transactions. */
import { z } from 'zod';
import { MONEY_PURPOSES, MONEY_TYPES } from '@ctx/domain/vocabulary';
import { MEANING } from './meanings.ts';
import { NONE, type Operation } from './operation.ts';
import { PAGE_FIELDS, pageQuery, sizeQuery } from './pages.ts';
import { id, WHERE, year } from './requests.ts';
import { dateTime, decimal, int32, nullableText, uuid } from './scalars.ts';

const CURRENCY = 'ISO 4217 code, such as EUR.';

const MoneyQuery = z.strictObject({
  account: id('The `id` of an account.', WHERE.accounts).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be three capital letters')
    .optional()
    .describe(CURRENCY),
  year: year.optional(),
  page: pageQuery(),
  size: sizeQuery('Rows'),
});

const MoneyMovement = z
  .object({
    id: uuid().describe('Identifier of the row, the same from import to import.'),
    accountId: uuid().describe(MEANING.accountId),
    referenceId: z
      .string()
      .describe(
        "The source's own reference: third-party text. Money of a transaction has the `referenceId` of that transaction.",
      ),
    type: z.enum(MONEY_TYPES).describe('Whether it came into the account or left it.'),
    currency: z.string().describe(CURRENCY),
    amount: decimal('In `currency`, greater than 0.'),
    timestamp: dateTime().describe('When it came or went.'),
    purpose: z
      .enum(MONEY_PURPOSES)
      .describe(
        'TRANSFER from or to a bank, TRADE for money paid or received in a trade, EXCHANGE for other money, FEE, INTEREST or OTHER.',
      ),
    description: nullableText().describe('What it was, in words: third-party text.'),
  })
  .meta({
    id: 'MoneyMovement',
    description: 'Money that came into an account or left it. It is no transaction, and no figure reads it.',
  });

const MoneySum = z
  .object({
    year: int32().describe(MEANING.year),
    currency: z.string().describe(CURRENCY),
    type: z.enum(MONEY_TYPES).describe('Whether it came in or went out.'),
    amount: decimal('Sum of the rows, in `currency`.'),
    rows: int32().describe('Number of rows.'),
  })
  .meta({ id: 'MoneySum', description: 'What came in or went out in one year and currency.' });

const MoneyResponse = z
  .object({
    ...PAGE_FIELDS,
    sums: z
      .array(MoneySum)
      .describe('Of all rows that the filters select, by year, currency and type, newest year first.'),
    money: z.array(MoneyMovement).describe('A page of the rows, newest first.'),
  })
  .meta({ id: 'MoneyResponse' });

export const MONEY_OPERATIONS = [
  {
    id: 'listMoney',
    method: 'GET',
    path: '/api/v1/money',
    tag: 'Account',
    scope: 'read',
    answeredBy: 'read',
    versioned: true,
    summary: 'Money that came in and went out',
    description:
      'Deposits, withdrawals, money of trades, fees and interest, as imported: newest first, in pages numbered from 0, with their sums. It is beside the transactions, and no figure reads it.',
    pathParameters: NONE,
    query: MoneyQuery,
    response: MoneyResponse,
    rejections: [],
  },
] as const satisfies readonly Operation[];
