/** The law as the API shows it: the numbers of the calculation, the same for every user. */
import { LawResponse } from '@ctx/contract/law';
import { type Provision, provisionsIn, provisionsOf } from '@ctx/domain/law/provisions';
import { LAST_PUBLISHED_YEAR } from '@ctx/domain/law/declaration';
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import type { OperationHandler } from './operation-handler.ts';

/** Answers with all numbers of the law, or with those of one income year. */
export const getLaw: OperationHandler = (_call, { year }) => {
  const provisions = typeof year === 'number' ? provisionsIn(year) : provisionsOf();
  const body = LawResponse.parse({
    provisions: provisions.map(shown),
    firstTaxedYear: FIRST_TAXED_YEAR,
    lastPublishedForm: LAST_PUBLISHED_YEAR,
  });
  return Promise.resolve({ bytes: Buffer.from(JSON.stringify(body)) });
};

// Amounts of the statute and the index have few digits, so a number is exact.
function shown({ source: _source, sourceTitle, statutoryEur, index, ...rest }: Provision) {
  const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));
  return { ...rest, statutoryEur: numberOf(statutoryEur), index: numberOf(index), source: sourceTitle };
}
