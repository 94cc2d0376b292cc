/** docs/guides/files.md: what it tells people to copy is read as it is. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { convert } from '@ctx/converters/convert';

const guide = readFileSync(new URL('../../docs/guides/files.md', import.meta.url), 'utf8');

/** Returns the text of the first block of code of a language. */
function blockOf(language: string): string {
  const [, text] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(guide) ?? [];
  return text ?? '';
}

describe('The guide to files', () => {
  it('has a template for rows that are entered by hand, of which every row becomes a transaction', () => {
    const { faults, leftOut, events } = convert(Buffer.from(blockOf('')));
    expect({ faults, leftOut }).toEqual({ faults: [], leftOut: [] });
    expect(events.map(({ record: { type, amount, euroValue } }) => [type, amount, euroValue])).toEqual([
      ['ACQUISITION', '0.006', '500'],
      ['FEE', '2.5', undefined],
      ['INCOME', '0.05', '120.4'],
    ]);
  });

  it('has a mapping file that is valid', () => {
    const rows = 'Datum,Soort,Aantal,Munt,EUR\n31/01/2026 10:00,Koop,"0,5",BTC,"40000"\n';
    const { faults, leftOut, events } = convert(Buffer.from(rows), { mapping: blockOf('json') });
    expect({ faults, leftOut }).toEqual({ faults: [], leftOut: [] });
    expect(events).toMatchObject([
      {
        record: { type: 'ACQUISITION', amount: '0.5', timestamp: '2026-01-31T09:00:00Z', euroValue: '40000' },
      },
    ]);
  });

  it.each(['staking', 'airdrop', 'mining', 'reward', 'gift', 'lost', 'cost', 'donation'])(
    'names a label that the template knows: %s',
    (label) => {
      expect(guide).toContain(`\`${label}\``);
      const [header = ''] = blockOf('').split('\n');
      const of = (cells: string): number =>
        convert(Buffer.from(`${header}\n2026-01-01 10:00:00 UTC,${cells},,,,,${label},,\n`)).leftOut.length;
      expect(Math.min(of('1,ETH,,'), of(',,1,ETH'))).toBe(0);
    },
  );
});
