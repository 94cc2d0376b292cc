import { describe, expect, it } from '@jest/globals';
import type { Language } from '../../ui/language.ts';
import { digitsOf, HOSTILE, HOSTILE_SHOWN, plain, VISITOR } from '../../../test/views.ts';
import type { ExplanationDigits } from './explained.ts';
import { transactionPage } from './transaction-view.ts';

type Explanation = ExplanationDigits['explanation'];
const SALE = digitsOf('explainTransaction');
const [SLICE] = SALE.explanation.slices as [Explanation['slices'][number]];
const [ORIGIN] = SLICE.chain as [(typeof SLICE)['chain'][number]];

/** Returns the page of the sale in the contract's example, with other parts of its explanation. */
function page(
  changes: Partial<Explanation> = {},
  more: Partial<ExplanationDigits> = {},
  language: Language = 'en',
) {
  const explained = { ...SALE, ...more, explanation: { ...SALE.explanation, ...changes } };
  return transactionPage({ language, visitor: VISITOR, explained, upgradeUrl: '/upgrade' });
}

/** The slice of a wrapped lot of 3 PHO, which was worth 240 at the end of 2025. */
const WRAPPED = {
  ...SLICE,
  acquiredAt: '2025-02-01T10:00:00Z',
  holdingPeriodDays: '426',
  proceeds: '210.123456789012',
  historicCost: '300',
  costBasis: '240',
  method: 'PHOTO',
  gain: { locked: false, exact: '-29.876543210988' },
  photo: { value: '240', amount: '3', assetKey: 'PHO', unitPrice: '80', at: '2025-12-31T22:00:00Z' },
  chain: [
    { ...ORIGIN, kind: 'WRAP', taxEventId: 'wrapped', outTaxEventId: 'wrap', assetKey: 'WPHO' },
    { ...ORIGIN, taxEventId: 'bought', assetKey: 'PHO' },
  ],
} as const;

describe('the page that explains a gift', () => {
  const [STEP] = SALE.explanation.steps as [Explanation['steps'][number]];
  const gift = (treatment: string, year: number, isSaid: boolean): string => {
    const steps = isSaid ? [{ ...STEP, kind: 'OVERRIDE' as const, field: 'treatment' }] : [];
    return plain(page({ steps }, { transaction: { ...SALE.transaction, treatment }, year: String(year) }));
  };
  const asks = 'Say where the recipient lives';

  it('asks where the recipient lives, until somebody has said it, and only since gains are taxed', () => {
    expect(gift('GIFT_GIVEN', 2026, false)).toContain(asks);
    expect(gift('GIFT_GIVEN', 2026, true)).not.toContain(asks);
    expect(gift('GIFT_GIVEN', 2025, false)).not.toContain(asks);
    expect(gift('DONATION', 2026, false)).not.toContain(asks);
  });

  it('to a person abroad says when its tax is due, with the readers who say so', () => {
    const text = gift('GIFT_TO_NON_RESIDENT', 2026, true);
    expect(text).toContain('counts as a sale at market value');
    expect(text).toContain('It lapses after 24 months without a sale. So say readers');
  });
});

describe('the page that explains a transaction', () => {
  it('shows every digit of its sums and of its lots, and how a lot was valued', () => {
    const text = plain(
      page({
        slices: [WRAPPED],
        disposal: { gain: WRAPPED.gain, proceeds: '210.123456789012', fees: '0', costBasis: '240' },
      }),
    );
    expect(text).toContain(
      'Gain -€29.87… -€29.876543210988 Proceeds €210.12… €210.123456789012 Basis used €240.00',
    );
    expect(text).toMatch(
      /Acquired 1 Feb 2025 Held for 426 days Amount 1\.5 Proceeds €210\.12… €210\.123456789012 Historic cost €300\.00 Value on 31 Dec 2025 €240\.00 3 PHO at €80\.00 .* Basis used €240\.00 Value on 31 December 2025 Gain -€29\.87… -€29\.876543210988/,
    );
  });

  it('leads each lot back to its first acquisition, with links', () => {
    const html = page({ slices: [WRAPPED] });
    const [, chain = ''] = html.split('<ol class="chain">');
    const links = [...(chain.split('</ol>')[0] ?? '').matchAll(/href="\/transactions\/([^"]+)"/g)];
    expect(links.map(([, id]) => id)).toEqual(['wrapped', 'wrap', 'bought']);
    expect(plain(html)).toContain('Where lot 1 comes from (steps back to its acquisition: 2)');
  });

  it('counts units that no lot held, and leads to the inbox', () => {
    const html = page({
      disposal: {
        gain: { locked: false, exact: '875' },
        proceeds: '1000',
        fees: '0',
        costBasis: '125',
        shortfall: { amount: '1.5', proceeds: '750' },
      },
    });
    expect(plain(html)).toContain('1.5 ETH were in no lot. Their basis is zero.');
    expect(plain(html)).toContain('In no lot Amount 1.5 Proceeds €750.00 Historic cost –');
    expect(plain(html)).toContain('Gain €875.00');
    expect(html).toContain('<a href="/inbox?year=2026">');
    expect(page()).not.toContain('<a href="/inbox?year=2026">');
  });

  it('names the source of a fact, and what changed it, when and by whom', () => {
    const correction = {
      kind: 'OVERRIDE',
      field: 'euroValue',
      from: '10',
      to: '12.5',
      at: '2026-06-10T10:00:00Z',
      via: 'Test',
      id: null,
      page: null,
    } as const;
    const text = plain(page({ steps: [...SALE.explanation.steps, correction] }));
    expect(text).toContain('Source Kraken Account Kraken Line or reference in the source S1');
    expect(text).toContain(
      'Your correction Field Value in euro Before €10.00 After €12.50 When, by whom 10 Jun 2026, 12:00:00 Test',
    );
    expect(text).not.toContain('Rule of law');
  });

  it('links the rule of the law that decided, in the language, and names no file; not where it decides as everybody expects', () => {
    const [ordinary] = SALE.explanation.steps;
    const unusual = { ...ordinary!, to: 'false' };
    const html = page({ steps: [unusual] });
    expect(plain(html)).toContain('Rule of law The rule: When a transaction is taxable Field Taxable');
    expect(html).toContain('<a href="/law#rule-taxable">');
    expect(html).toContain('<a href="/law#rule-basis">The gain of a sale</a>');
    expect(html).not.toMatch(/docs\/|\.md/);
    const unknown = plain(page({ steps: [{ ...unusual, page: 'newer' }] }));
    expect(unknown).toContain('Rule of law Field Taxable');
    expect(unknown).not.toContain('newer');
  });

  it('names a file and a price of an exchange in words', () => {
    const { fact } = SALE.explanation;
    const price = { ...SALE.explanation.price, source: 'EXCHANGE' };
    const text = plain(page({ fact: { ...fact!, source: 'CSV' }, price }));
    expect(text).toContain('Source File Account');
    expect(text).toContain('The exchange, as the import says');
    expect(text).not.toMatch(/\b(CSV|EXCHANGE)\b/);
  });

  it('names the price with its instant and its age', () => {
    const price = {
      source: 'PRICE_SERIES',
      unitPrice: '1.234567',
      at: '2026-09-02T10:00:00Z',
      ageSeconds: '5400',
    } as const;
    expect(plain(page({ price }))).toContain(
      'Value in euro from The price series of this service Price of one unit €1.23… €1.234567 ' +
        'Instant of the price 2 Sept 2026, 12:00:00 Earlier than the transaction by 1 hour 30 minutes',
    );
  });

  it('links the other side of a group', () => {
    expect(page({ groupTaxEventIds: ['other'] })).toContain(
      '<a href="/transactions/other">Transaction 1</a>',
    );
  });

  it('shows texts of third parties as text, without invisible characters', () => {
    const fact = { ...SALE.explanation.fact!, description: HOSTILE, file: HOSTILE, assetKey: '<script>' };
    const transaction = { ...SALE.transaction, assetSymbol: HOSTILE };
    const html = page({ fact }, { transaction });
    expect(html).toContain(HOSTILE_SHOWN);
    expect(html).not.toMatch(/<img|<script>|\u202e/);
  });

  it.each<[Language, ...string[]]>([
    ['nl', 'Waarom: Verkocht 1,5 ETH', 'De loten waaruit ze genomen is', 'Waarde op 31 december 2025'],
    ['fr', 'Pourquoi : Vente 1,5 ETH', 'Les lots utilisés', 'Valeur au 31 décembre 2025'],
  ])('is written in %s', (language, ...expected) => {
    const text = plain(page({ slices: [WRAPPED] }, {}, language));
    for (const each of expected) expect(text).toContain(each);
  });

  it('of a locked year has ranges, a link that unlocks it, and no value in euro', () => {
    const gain = { locked: true, low: '400', high: '800' };
    const html = page(
      {
        countedValue: null,
        disposal: { gain, proceeds: null, fees: null, costBasis: null },
        slices: [{ ...SLICE, gain, proceeds: null, historicCost: null, costBasis: null }],
      },
      { locked: true },
    );
    const text = plain(html);
    expect(text).toContain('Gain €400.00 – €800.00');
    expect(text).toContain('The year 2026 is locked: you see ranges until it is paid. Unlock this year');
    expect(text).toContain('Value in euro Locked');
    expect(text).not.toMatch(/5,250|Proceeds|Basis used/);
  });

  it('says that the source no longer has a transaction, and that a year is submitted', () => {
    const text = plain(page({ fact: null }, { frozen: true }));
    expect(text).toContain('The year 2026 is submitted: its figures no longer change.');
    expect(text).toContain('The source no longer has this transaction.');
    expect(text).not.toContain('Line or reference in the source');
  });
});
