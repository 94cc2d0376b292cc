/** The record that says what the figures of a year lack. */
import { z } from 'zod';
import { dateTime, decimal, int32, int64 } from './scalars.ts';

export const Completeness = z
  .object({
    events: int64().describe('Events of the year.'),
    withoutValue: int32().describe('Events whose EUR value the figures need and nobody knows.'),
    salesLeftOut: int32()
      .nullish()
      .describe('Of these, sales: their gain is in no total. How much that is cannot be said.'),
    purchasesAtNoCost: int32()
      .nullish()
      .describe(
        'Of these, acquisitions: they count as bought for 0. What their cost changes cannot be said.',
      ),
    incomeAsZero: int32()
      .nullish()
      .describe('Of these, income: it counts as 0. How much is missing cannot be said.'),
    withoutBasis: int32().describe(
      'Events that took more units than were held, and gifts whose cost to the giver is not known. What is missing counts at a cost of 0.',
    ),
    unmatchedTransfers: int32().describe('Transfers without a counterpart.'),
    unmatchedTransferGains: decimal(
      'EUR: what the outgoing ones of these add to the gains, because they count as sold until they are matched.',
    ).nullish(),
    photoPricesMissing: int32().describe(
      'Assets whose price at the end of 2025 gains need and nobody knows: those gains are measured from the historic cost. In a locked year those that the inbox counts in that year.',
    ),
    salesWithoutPhotoPrice: int32()
      .nullish()
      .describe('Sales whose gain is measured without it. What the price would change cannot be said.'),
    salesOfUnknownCost: int32()
      .nullish()
      .describe(
        'Sales of units whose acquisition, in this or an earlier year, has no known cost. Null in a frozen year too.',
      ),
    accounts: int32()
      .optional()
      .describe(
        'Accounts with transactions. Left out, with the next two, where no balance is known, and in a submitted year.',
      ),
    accountsProven: int32()
      .optional()
      .describe(
        'Of these, accounts whose balances, stated or in files, close up to an instant in the year or later.',
      ),
    accountsProvenUntil: dateTime()
      .optional()
      .describe('Until when balances prove every account; left out while one of them is not proven.'),
    mostlyUnknown: z
      .boolean()
      .describe(
        'More than half of the acquisitions, income and taxed disposals have no value, or more than half of the counted sales took units of unknown cost: do not present the figures as an answer.',
      ),
    summary: z.string().describe('The same in words, in English. Say it beside every figure of the year.'),
  })
  .meta({
    id: 'Completeness',
    description:
      'What the figures of the year lack. In a locked year only counts that the inbox shows too; the others are null.',
  });
