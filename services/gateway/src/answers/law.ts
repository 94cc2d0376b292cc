/** The law as the API shows it: the numbers and the rules of the calculation, the same for every user. */
import { LawResponse } from '@ctx/contract/law';
import { LAST_PUBLISHED_YEAR } from '@ctx/domain/law/declaration';
import { platforms } from '@ctx/domain/law/platforms';
import { provisionsIn, provisionsOf } from '@ctx/domain/law/provisions';
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import { lawRules } from '@ctx/domain/law/rules';
import { shownPlatform, shownProvision, shownRule } from '@ctx/domain/law/shown';
import type { OperationHandler } from './operation-handler.ts';

/** Answers with all numbers of the law, or with those of one income year, with all rules, and with the platforms. */
export const getLaw: OperationHandler = (_call, { year }) => {
  const asked = typeof year === 'number' ? year : null;
  const provisions = asked === null ? provisionsOf() : provisionsIn(asked);
  const body = LawResponse.parse({
    provisions: provisions.map((row) => withNumbers(shownProvision(row, asked))),
    firstTaxedYear: FIRST_TAXED_YEAR,
    lastPublishedForm: LAST_PUBLISHED_YEAR,
    rules: lawRules().map(shownRule),
    platforms: platforms(asked).map(shownPlatform),
  });
  return Promise.resolve({ bytes: Buffer.from(JSON.stringify(body)) });
};

// Amounts of the statute and factors have few digits, so a number is exact.
function withNumbers({ statutoryEur, index, indexation, ...rest }: ReturnType<typeof shownProvision>) {
  const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));
  return {
    ...rest,
    statutoryEur: numberOf(statutoryEur),
    index: numberOf(index),
    ...(indexation !== undefined && {
      indexation: {
        ...indexation,
        coefficient: Number(indexation.coefficient),
        exactEur: Number(indexation.exactEur),
        roundedToEur: Number(indexation.roundedToEur),
        roundedEur: Number(indexation.roundedEur),
      },
    }),
  };
}
