import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { plain } from '../../test/views.ts';
import { lackSection } from './completeness.ts';
import type { Line } from './report.ts';

const lines = (values: Readonly<Record<string, string>>): readonly Line[] =>
  Object.entries(values).map(([name, text]) => ({ section: 'COMPLETENESS', name, text }));

describe('What a report lacks', () => {
  it('is in its head, in words, with what each lack does', () => {
    const gains = { section: 'COMPLETENESS', name: 'unmatchedTransferGains', eur: '300' } as Line;
    const head = lackSection('en', [
      ...lines({
        events: '61',
        withoutValue: '36',
        incomeAsZero: '2',
        unmatchedTransfers: '1',
        mostlyUnknown: 'false',
      }),
      gains,
      { section: 'FIGURE', name: 'withoutBasis', text: '9' },
    ])!;
    expect(plain(head.toString())).toBe(
      '36 of 61 transactions have no value yet: this figure will change. Income that counts as 0: 2. How much that changes cannot be said. Transfers without a counterpart: 1. The gains of those that count as sold until they are matched: €300.00.',
    );
  });

  it.each(LANGUAGES)('stamps a report in %s whose figures are mostly unknown', (language) => {
    const known = lackSection(language, lines({ events: '3', withoutValue: '1', mostlyUnknown: 'false' }))!;
    const unknown = lackSection(language, lines({ events: '3', withoutValue: '3', mostlyUnknown: 'true' }))!;
    expect(known.toString().match(/class="indicative"/g)).toHaveLength(1);
    expect(unknown.toString().match(/class="indicative"/g)).toHaveLength(2);
  });

  it('is beside how many accounts balances prove, also where nothing is missing', () => {
    const nothing = { events: '3', withoutValue: '0', mostlyUnknown: 'false' };
    const proven = { accounts: '3', accountsProven: '1' };
    const text = 'Balances prove 1 of 3 accounts into this year.';
    expect(plain(lackSection('en', lines({ ...nothing, ...proven }))!.toString())).toBe(text);
    expect(
      plain(lackSection('en', lines({ ...nothing, ...proven, withoutValue: '1' }))!.toString()),
    ).toContain(text);
  });

  it('is nothing where nothing is missing', () => {
    expect(lackSection('en', lines({ events: '3', withoutValue: '0', mostlyUnknown: 'false' }))).toBeNull();
  });
});
