/** From raw facts to effective events: rules, matches, overrides (engine.md §1; decisions.md, Reads 1, 2 and 3). */
import { describe, expect, it } from '@jest/globals';
import type { RawEvent, Rule } from '../../src/engine/types.ts';
import { at, buy, event, eurText, fee, idOf, income, match, override, rule, run, sell } from './build.ts';

const when = { at: '2026-01-02', euroValue: '10' };
const ABOUT = { ...when, description: 'Deposit from Cold Wallet' };
const byText = (action: Rule['action'], fields: Partial<Rule> = {}): Rule =>
  rule('rule', { action, matchValue: 'cold wallet', ...fields });

function effective(raw: RawEvent, ...rules: Rule[]): unknown {
  const { type, treatment, taxable, ruleId } = run([raw], { rules }).event('e');
  return [type, treatment, taxable, ruleId === null ? null : 'decided'];
}

describe('Rules', () => {
  const self = byText('MARK_SELF_TRANSFER');
  const toIncome = byText('MARK_INCOME');
  const dust = rule('dust', { action: 'IGNORE_DUST', thresholdEur: '10.01' });
  const actions = [
    ['MARK_SELF_TRANSFER', 'DISPOSITION', self, ['DISPOSITION', 'TRANSFER_OUT_OWN_WALLET', false, 'decided']],
    ['MARK_SELF_TRANSFER', 'ACQUISITION', self, ['ACQUISITION', 'CONTINUITY_WITHDRAW', false, 'decided']],
    ['MARK_SELF_TRANSFER', 'INCOME', self, ['INCOME', 'NORMAL', true, null]],
    ['MARK_SELF_TRANSFER', 'FEE', self, ['FEE', 'NORMAL', false, null]],
    ['MARK_SELF_TRANSFER', 'EXPENSE', self, ['EXPENSE', 'NORMAL', false, null]],
    ['MARK_INCOME', 'ACQUISITION', toIncome, ['INCOME', 'NORMAL', true, 'decided']],
    ['MARK_INCOME', 'INCOME', toIncome, ['INCOME', 'NORMAL', true, null]],
    ['MARK_INCOME', 'DISPOSITION', toIncome, ['DISPOSITION', 'NORMAL', true, null]],
    ['IGNORE_DUST', 'ACQUISITION', dust, ['ACQUISITION', 'IGNORED', false, 'decided']],
    ['IGNORE_DUST', 'INCOME', dust, ['INCOME', 'IGNORED', false, 'decided']],
    ['IGNORE_DUST', 'DISPOSITION', dust, ['DISPOSITION', 'NORMAL', true, null]],
    ['IGNORE_DUST', 'FEE', dust, ['FEE', 'NORMAL', false, null]],
  ] as const;
  it.each(actions)('%s of an imported %s', (_action, type, decides, expected) => {
    expect(effective(event('e', type, ABOUT), decides)).toEqual(expected);
  });

  it('set taxable, against the import', () => {
    expect(effective(sell('e', { ...ABOUT, taxable: true }), self)).toContain(false);
    expect(effective(buy('e', { ...ABOUT, taxable: false }), toIncome)).toContain(true);
  });

  it('MARK_INCOME makes income of the EUR value', () => {
    const figures = run([buy('e', ABOUT)], { rules: [toIncome] });
    expect(eurText(figures.year(2026).income)).toBe('10');
    expect(figures.lot('e').basis).toBe('10');
  });

  const EVM = '0xAbCdEf0000000000000000000000000000000001';
  const texts: readonly (readonly [string, Partial<RawEvent>, Partial<Rule>, boolean])[] = [
    ['DESCRIPTION is a case-insensitive substring', { description: 'to COLD WALLET 2' }, {}, true],
    ['DESCRIPTION elsewhere', { description: 'to cold-wallet' }, {}, false],
    ['DESCRIPTION of an event without one', { description: null }, {}, false],
    [
      'PROTOCOL is case-insensitive equality',
      { protocol: 'LIDO' },
      { matchType: 'PROTOCOL', matchValue: 'Lido' },
      true,
    ],
    [
      'PROTOCOL is no substring',
      { protocol: 'Lido v2' },
      { matchType: 'PROTOCOL', matchValue: 'Lido' },
      false,
    ],
    [
      'an EVM address in other letter case',
      { counterpartyAddress: EVM.toLowerCase(), chainId: 1 },
      { counterpartyAddress: EVM, chainId: 1 },
      true,
    ],
    [
      'an EVM address on another chain',
      { counterpartyAddress: EVM, chainId: 10 },
      { counterpartyAddress: EVM, chainId: 1 },
      false,
    ],
    [
      'an address that is not EVM, equal',
      { counterpartyAddress: 'bc1Q', chainId: null },
      { counterpartyAddress: 'bc1Q', chainId: null },
      true,
    ],
    [
      'an address that is not EVM, in other letter case',
      { counterpartyAddress: 'bc1q', chainId: null },
      { counterpartyAddress: 'bc1Q', chainId: null },
      false,
    ],
    [
      'chainId 0 in the event and none in the rule',
      { counterpartyAddress: 'bc1Q', chainId: 0 },
      { counterpartyAddress: 'bc1Q', chainId: null },
      true,
    ],
    [
      'chainId 0, in other letter case',
      { counterpartyAddress: 'bc1q', chainId: 0 },
      { counterpartyAddress: 'bc1Q', chainId: 0 },
      false,
    ],
    [
      'no address',
      { counterpartyAddress: null, chainId: 1 },
      { counterpartyAddress: EVM, chainId: 1 },
      false,
    ],
  ];
  it.each(texts)('Matching: %s', (_title, facts, fields, isMatch) => {
    const matchType = 'counterpartyAddress' in fields ? 'COUNTERPARTY' : 'DESCRIPTION';
    const decides = byText('MARK_SELF_TRANSFER', { matchType, ...fields });
    expect(effective(sell('e', { ...when, ...facts }), decides)).toContain(isMatch ? 'decided' : null);
  });

  it.each([
    ['INBOUND', 'ACQUISITION', 'decided'],
    ['INBOUND', 'DISPOSITION', null],
    ['OUTBOUND', 'ACQUISITION', null],
    ['OUTBOUND', 'DISPOSITION', 'decided'],
    ['ANY', 'ACQUISITION', 'decided'],
    ['ANY', 'DISPOSITION', 'decided'],
  ] as const)('direction %s, %s', (direction, type, expected) => {
    expect(effective(event('e', type, ABOUT), byText('MARK_SELF_TRANSFER', { direction }))).toContain(
      expected,
    );
  });

  it('direction INBOUND is INCOME too', () => {
    const inbound = rule('dust', { action: 'IGNORE_DUST', thresholdEur: '11', direction: 'INBOUND' });
    expect(effective(income('e', when), inbound)).toContain('IGNORED');
    expect(effective(income('e', when), { ...inbound, direction: 'OUTBOUND' })).toContain('NORMAL');
  });

  it('in order of creation; the first that matches an event wins', () => {
    const first = byText('MARK_INCOME', { id: idOf('first'), ordinal: 1 });
    const second = byText('MARK_SELF_TRANSFER', { id: idOf('second'), ordinal: 2 });
    for (const rules of [
      [first, second],
      [second, first],
    ])
      expect(run([buy('e', ABOUT)], { rules }).event('e')).toMatchObject({
        type: 'INCOME',
        ruleId: idOf('first'),
      });
    // A rule does not match an event whose imported type its action does not name: the next one does.
    expect(run([sell('e', ABOUT)], { rules: [first, second] }).event('e').ruleId).toBe(idOf('second'));
  });

  it.each([
    ['dust first', 1, 2, 'IGNORED'],
    ['dust second', 2, 1, 'NORMAL'],
  ] as const)('%s, MARK_INCOME the other: the first wins', (_title, dustOrdinal, ordinal, expected) => {
    const rules = [
      { ...toIncome, ordinal },
      { ...dust, ordinal: dustOrdinal },
    ];
    expect(run([buy('e', ABOUT)], { rules }).event('e').treatment).toBe(expected);
  });
});

describe('IGNORE_DUST', () => {
  const rules = [rule('dust', { action: 'IGNORE_DUST', thresholdEur: '1' })];
  it.each([
    ['0.999999999999', 'IGNORED'],
    ['0', 'IGNORED'],
    ['1', 'NORMAL'],
    [null, 'NORMAL'],
  ])('a known value below the threshold only: %s EUR is %s', (euroValue, expected) => {
    expect(run([buy('e', { ...when, euroValue })], { rules }).event('e').treatment).toBe(expected);
  });

  it('looks at the effective EUR value, the override’s included', () => {
    const treatment = (euroValue: string, corrected: string): string =>
      run([buy('e', { ...when, euroValue })], {
        rules,
        overrides: [override('e', { euroValue: corrected })],
      }).event('e').treatment;
    expect(treatment('5', '0.5')).toBe('IGNORED');
    expect(treatment('0.5', '5')).toBe('NORMAL');
  });

  it('leaves alone legs of swaps and of matches, by group or by the user', () => {
    const continuityGroupId = idOf('group');
    const cheap = { at: '2026-01-02', euroValue: '0.1' };
    const swap = [
      sell('given', { ...cheap, assetKey: 'ETH', continuityGroupId }),
      buy('e', { ...cheap, continuityGroupId }),
    ];
    const out = { ...cheap, treatment: 'TRANSFER_OUT_OWN_WALLET' as const };
    const into = { ...cheap, treatment: 'CONTINUITY_WITHDRAW' as const };
    const group = [sell('given', { ...out, continuityGroupId }), buy('e', { ...into, continuityGroupId })];
    const pair = [sell('given', cheap), buy('e', cheap)];
    expect(run(swap, { rules }).event('e').treatment).toBe('NORMAL');
    expect(run(group, { rules }).event('e').treatment).toBe('CONTINUITY_WITHDRAW');
    expect(run(pair, { rules, matches: [match('given', 'e')] }).event('e').treatment).toBe(
      'CONTINUITY_WITHDRAW',
    );
    expect(run([sell('given', out), buy('e', into)], { rules }).event('e').treatment).toBe('IGNORED');
    expect(run(pair, { rules }).event('e').treatment).toBe('IGNORED');
  });

  it('Swaps and matches are those found with all rules but IGNORE_DUST: an ignored leg is still one of three', () => {
    const continuityGroupId = idOf('group');
    const into = { at: '2026-01-02', treatment: 'CONTINUITY_WITHDRAW' as const, continuityGroupId };
    const figures = run(
      [
        sell('out', { at: '2026-01-01', treatment: 'TRANSFER_OUT_OWN_WALLET', continuityGroupId }),
        buy('dust', { ...into, euroValue: '0.1' }),
        buy('in', { ...into, euroValue: '9' }),
      ],
      { rules },
    );
    expect(figures.event('dust').treatment).toBe('IGNORED');
    expect(figures.event('in').transfer).toBeNull();
    expect(figures.lot('in')).toMatchObject({ acquired: '1', basis: '9' });
  });
});

describe('Overrides: later wins, field by field', () => {
  const raw = sell('e', { ...ABOUT, flags: ['a'], euroValue: '40', amount: '2' });
  const over = (fields: Parameters<typeof override>[1]) =>
    run([buy('buy', { at: '2025-01-02', amount: '8', euroValue: '8' }), raw], {
      rules: [byText('MARK_SELF_TRANSFER')],
      overrides: [override('e', fields)],
    });

  it('treatment over the rule’s, whose taxable stays', () => {
    const figures = over({ treatment: 'PERSONAL_SPEND' });
    expect(figures.event('e')).toMatchObject({ treatment: 'PERSONAL_SPEND', taxable: false });
    expect(figures.gain('e')).toBe('0');
    expect(over({ treatment: 'PERSONAL_SPEND', taxable: true }).gain('e')).toBe('38');
  });

  it('type, treatment and taxable over all: income of 40', () => {
    const figures = over({ type: 'INCOME', treatment: 'NORMAL', taxable: true });
    expect(eurText(figures.year(2026).income)).toBe('40');
    expect(figures.lot('e')).toMatchObject({ acquired: '2', basis: '40' });
  });

  it('EUR value: the user’s, digit for digit', () => {
    const figures = over({ treatment: 'NORMAL', taxable: true, euroValue: '50.10' });
    expect(figures.event('e')).toMatchObject({ euroValueShown: '50.10', priceSource: 'OVERRIDE' });
    expect(figures.gain('e')).toBe('48.1');
  });

  it('amount: the imported EUR value stays as it is', () => {
    const figures = over({ treatment: 'NORMAL', taxable: true, amount: '4' });
    expect(figures.event('e').euroValueShown).toBe('40');
    // 40 − 4 units of 1 EUR.
    expect(figures.gain('e')).toBe('36');
    expect(figures.event('e').raw.amount).toBe('2');
  });

  it('amount: a value of the price series follows it', () => {
    const figures = run([buy('e', { at: '2026-01-02', amount: '2' })], {
      overrides: [override('e', { amount: '3' })],
      prices: [{ assetKey: 'BTC', atUs: at('2026-01-02'), eur: '7', shared: true }],
    });
    expect(figures.lot('e')).toMatchObject({ acquired: '3', basis: '21' });
  });

  it('timestamp: moves the event into the Brussels year of the new one', () => {
    const figures = over({ treatment: 'NORMAL', taxable: true, timestampUs: at('2025-12-31T22:59:59Z') });
    expect(figures.event('e')).toMatchObject({ year: 2025, month: 12 });
    expect(figures.outputs.years.map(({ year, transactionCount }) => [year, transactionCount])).toEqual([
      [2025, 2],
    ]);
    const before = over({ treatment: 'NORMAL', taxable: true, timestampUs: at('2025-01-01') });
    expect(before.issues('e')).toContain('MISSING_COST_BASIS');
  });

  it('description and flags touch no figure, and a rule still reads the imported description', () => {
    const figures = over({ description: 'mine', flags: ['x'] });
    expect(figures.event('e').override).toMatchObject({ description: 'mine', flags: ['x'] });
    expect(figures.event('e')).toMatchObject({ treatment: 'TRANSFER_OUT_OWN_WALLET', taxable: false });
  });

  it('taxable, where all are silent, follows the effective pair', () => {
    const given = run([sell('e', when)], { overrides: [override('e', { treatment: 'GIFT_GIVEN' })] });
    expect(given.event('e').taxable).toBe(false);
    const asIncome = run([buy('e', when)], { overrides: [override('e', { type: 'INCOME' })] });
    expect(asIncome.event('e').taxable).toBe(true);
  });

  it.each([
    [{ treatment: 'NORMAL' }, true],
    [{ type: 'INCOME' }, true],
    [{ treatment: 'IGNORED' }, false],
    [{ euroValue: '3' }, false],
    [{ taxable: true }, false],
    [{ description: 'mine' }, false],
  ] as const)('spam counts again: %j → %j', (fields, counts) => {
    const figures = run([buy('e', { ...when, spam: true })], { overrides: [override('e', fields)] });
    expect(figures.event('e').spam).toBe(!counts);
    expect(figures.lots('e')).toHaveLength(counts ? 1 : 0);
  });

  it('whose event is gone are orphaned: kept, and applied again if the event comes back', () => {
    const overrides = [override('gone', { euroValue: '99' })];
    const figures = run([buy('e', when)], { overrides });
    expect(figures.issue('ORPHANED_CORRECTION')).toMatchObject({
      overrideId: idOf('override gone'),
      eventId: null,
      year: null,
      severity: 'MEDIUM',
    });
    const back = run([buy('e', when), buy('gone', when)], { overrides });
    expect(back.outputs.issues).toEqual([]);
    expect(back.lot('gone').basis).toBe('99');
  });
});

describe('Groups of possible duplicates', () => {
  it('are one issue each, which belongs to no event and no year, and change no figure', () => {
    const group = '0f8fad5b-d9cb-8f6f-a165-70867728950e';
    const facts = [buy('e', when)];
    const figures = run(facts, { duplicateIds: [group] });
    expect(figures.outputs.issues).toEqual([
      expect.objectContaining({
        type: 'POSSIBLE_DUPLICATE',
        subject: group,
        severity: 'MEDIUM',
        eventId: null,
        year: null,
      }),
    ]);
    expect({ ...figures.outputs, issues: [] }).toEqual(run(facts).outputs);
  });
});

describe('Matches', () => {
  const bought = buy('buy', { at: '2026-01-01', amount: '4', euroValue: '40' });
  const out = sell('out', { at: '2026-02-01', euroValue: '90' });
  const into = buy('in', { at: '2026-02-02', accountRef: 'ledger', euroValue: '95' });
  const matches = [match('out', 'in')];

  it.each([
    ['SELF_TRANSFER', 'TRANSFER_OUT_OWN_WALLET', 'CONTINUITY_WITHDRAW'],
    ['BRIDGE', 'BRIDGE_DEPOSIT', 'BRIDGE_WITHDRAW'],
    ['MIGRATION', 'CONTINUITY_DEPOSIT', 'CONTINUITY_WITHDRAW'],
    ['WRAP', 'CONTINUITY_WRAP', 'CONTINUITY_WRAP'],
    ['UNWRAP', 'CONTINUITY_UNWRAP', 'CONTINUITY_UNWRAP'],
  ] as const)('%s gives its legs %s and %s, not taxable', (kind, outTreatment, inTreatment) => {
    const figures = run([bought, out, into], { matches: [match('out', 'in', kind)] });
    expect(figures.event('out')).toMatchObject({ treatment: outTreatment, taxable: false });
    expect(figures.event('in')).toMatchObject({ treatment: inTreatment, taxable: false });
    expect([figures.gain('out'), figures.lots('in')]).toEqual(['0', []]);
  });

  it('A match keeps its legs’ types against rules', () => {
    const legs = [bought, { ...out, description: 'x' }, { ...into, description: 'x' }];
    const rules = [byText('MARK_INCOME', { matchValue: 'x' })];
    const figures = run(legs, { matches, rules });
    expect(figures.event('in')).toMatchObject({ type: 'ACQUISITION', treatment: 'CONTINUITY_WITHDRAW' });
    expect(figures.lots('in')).toEqual([]);
    expect(eurText(figures.year(2026).income)).toBe('0');
  });

  it('For the pools a live match wins over treatments, an override’s too', () => {
    const overrides = [override('out', { treatment: 'LOST' }), override('in', { treatment: 'NORMAL' })];
    const figures = run([bought, out, into], { matches, overrides });
    expect(figures.event('out').treatment).toBe('LOST');
    expect(figures.lot('buy').remaining).toBe('4');
    expect(figures.lots('in')).toEqual([]);
  });

  it('makes spam of a leg count', () => {
    const figures = run([bought, out, { ...into, spam: true }], { matches });
    expect(figures.event('in')).toMatchObject({ spam: false, needsReview: false });
    expect(figures.lot('buy').remaining).toBe('4');
  });

  const ignored = override('in', { treatment: 'IGNORED' });
  const resting = [
    ['the in leg’s event is gone', [bought, out], []],
    ['the in leg is IGNORED', [bought, out, into], [ignored]],
    ['the in leg is IGNORED by the import', [bought, out, { ...into, treatment: 'IGNORED' as const }], []],
    ['the in leg is no longer an ACQUISITION', [bought, out, into], [override('in', { type: 'INCOME' })]],
    ['the in leg is fiat', [bought, out, { ...into, assetKey: 'USD', fiat: true }], []],
  ] as const;
  it.each(resting)('A match rests when %s: the out leg is then unmatched', (_title, events, overrides) => {
    const figures = run(events, { matches, overrides });
    // 90 − 10.
    expect(figures.gain('out')).toBe('80');
    expect(figures.event('out')).toMatchObject({ transfer: null, treatment: 'NORMAL' });
  });

  it('A match rests when the out leg is no longer a DISPOSITION', () => {
    const figures = run([bought, out, into], { matches, overrides: [override('out', { type: 'EXPENSE' })] });
    expect(figures.lot('in')).toMatchObject({ acquired: '1', basis: '95' });
    expect(figures.lot('buy').remaining).toBe('3');
  });

  it('that share a leg: the older one counts, whatever their order', () => {
    const other = buy('other', { at: '2026-02-03', euroValue: '96' });
    const pair = [match('out', 'other', 'SELF_TRANSFER', 2), match('out', 'in', 'SELF_TRANSFER', 1)];
    for (const each of [pair, pair.toReversed()]) {
      const figures = run([bought, out, into, other], { matches: each });
      expect(figures.lots('in')).toEqual([]);
      expect(figures.lot('other').basis).toBe('96');
    }
    // The older match rests, so it does not count and the younger one does.
    const figures = run([bought, out, into, other], { matches: pair, overrides: [ignored] });
    expect(figures.lots('other')).toEqual([]);
  });

  it('a user’s match replaces the pairing of a group', () => {
    const continuityGroupId = idOf('group');
    const leaving = { ...out, treatment: 'TRANSFER_OUT_OWN_WALLET' as const, continuityGroupId };
    const paired = { ...into, treatment: 'CONTINUITY_WITHDRAW' as const, continuityGroupId };
    const other = buy('other', { at: '2026-02-03', euroValue: '96' });
    const events = [
      bought,
      leaving,
      paired,
      other,
      fee('fee', { at: '2026-02-01', amount: '0.1', continuityGroupId }),
    ];
    expect(run(events).lots('in')).toEqual([]);
    const figures = run(events, { matches: [match('out', 'other')] });
    expect(figures.lots('other')).toEqual([]);
    expect(figures.lot('in').basis).toBe('95');
    expect(figures.issues('in')).toEqual(['UNMATCHED_TRANSFER_IN']);
  });
});
