/** The record of a row of the tax return. */
import { z } from 'zod';
import { AmountVO } from './amounts.ts';
import { decimal, nullableText } from './scalars.ts';

export const DeclarationCodeRow = z
  .object({
    id: z.string().describe('The income year and the kind of the row.'),
    kind: z.string().describe('What is declared: INCOME, SPECULATIVE_GAIN, CAPITAL_GAIN or FOREIGN_ACCOUNT.'),
    label: z.string().describe('What is declared, in words.'),
    vak: z.string().describe('Part of the tax return that has the code.'),
    amount: decimal('EUR; null in a locked year.').nullish(),
    amountLocked: AmountVO.nullish().describe('In a locked year the range of the amount; null otherwise.'),
    code: nullableText().describe('The same code as `declarantCode`.'),
    declarantCode: nullableText().describe(
      'Code of the taxpayer on the return; null if it is not published.',
    ),
    partnerCode: nullableText().describe('Code of the partner on the return; null if there is none.'),
    note: nullableText().describe('What to know about the code, such as that it is of an earlier form.'),
  })
  .meta({ id: 'DeclarationCodeRow' });
