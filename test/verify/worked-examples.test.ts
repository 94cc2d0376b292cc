/** The worked examples of engine.md §9, as the verifier computes them: it says what a wrong figure should be. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeYear } from '../../services/recalc/src/engine/recalculate.ts';
import type { EngineInputs, RawEvent } from '../../services/recalc/src/engine/types.ts';
import {
  at,
  buy,
  type Extras,
  idOf,
  income,
  inputsOf,
  fee,
  match,
  override,
  price,
  sell,
} from '../../services/recalc/test/engine/build.ts';
import { contentsOf, manifestOf, zipOf } from './archive.ts';
import { type Files, linesOf } from './dossier.ts';
import type { SubmittedYear } from './figure-lines.ts';
import { HAS_PYTHON, startVerifier, type Verifier } from './verifier.ts';

const ETH = { assetKey: 'ETH' };
const PHOTO_MOMENT = '2025-12-31T23:00:00Z';

(HAS_PYTHON ? describe : describe.skip)('By the verifier (which needs python3), the worked example', () => {
  let verifier: Verifier;
  beforeAll(() => {
    verifier = startVerifier();
  });
  afterAll(() => verifier.end());

  async function expectedOf(
    inputs: EngineInputs,
    year: number,
    change: (lines: Files) => Files,
    opening?: SubmittedYear,
  ): Promise<string> {
    const dossier = { inputs, year, circumstances: [], ...(opening === undefined ? {} : { opening }) };
    const contents = contentsOf(change(linesOf(dossier)));
    const { message } = await verifier.verify(zipOf(contents, manifestOf(contents, dossier)));
    return /it should be (.*)\.$/.exec(message)?.[1] ?? message;
  }

  /** What the verifier says that a figure should be. */
  const figure = (
    name: string,
    year: number,
    events: readonly RawEvent[],
    extras?: Extras,
  ): Promise<string> =>
    expectedOf(inputsOf(events, extras), year, ({ figures = [], ...lines }) => ({
      ...lines,
      figures: figures.map((line) => (line['name'] === name ? { ...line, eur: '123456.78' } : line)),
    }));

  /** What the verifier says that a field of a slice of an event should be. */
  const slice = (
    event: string,
    field: string,
    year: number,
    inputs: EngineInputs,
    opening?: SubmittedYear,
  ): Promise<string> =>
    expectedOf(
      inputs,
      year,
      ({ slices = [], ...lines }) => ({
        ...lines,
        slices: slices.map((line) =>
          line['eventId'] === idOf(event)
            ? { ...line, [field]: typeof line[field] === 'number' ? 9 : '9' }
            : line,
        ),
      }),
      opening,
    );

  describe('1 of FIFO, a part sold and fees', () => {
    const events = [
      buy('first', { ...ETH, at: '2026-02-01', euroValue: '2500' }),
      fee('first fee', { ...ETH, at: '2026-02-01', referenceId: 'first', amount: '0', euroValue: '10' }),
      buy('second', { ...ETH, at: '2026-03-01', euroValue: '3000' }),
      fee('second fee', { ...ETH, at: '2026-03-01', referenceId: 'second', amount: '0', euroValue: '12' }),
      sell('sale', { ...ETH, at: '2026-06-01', amount: '1.5', euroValue: '5250' }),
      fee('sale fee', { ...ETH, at: '2026-06-01', referenceId: 'sale', amount: '0', euroValue: '21' }),
    ];
    const speculation = { regimes: { 2026: 'SPECULATIEF' } } as const;

    it('has a gain of 1,250 and a tax of 125 under NORMAAL_BEHEER', async () => {
      expect(await figure('totalCapitalGains', 2026, events)).toBe('1250');
      expect(await figure('totalCapitalGainsTax', 2026, events)).toBe('125');
    });

    it('has a gain of 1,213 and a tax of 400.29 under SPECULATIEF', async () => {
      expect(await figure('totalCapitalGains', 2026, events, speculation)).toBe('1213');
      expect(await figure('totalCapitalGainsTax', 2026, events, speculation)).toBe('400.29');
    });
  });

  it.each([
    ['60000', '75000', 2027, '80000', '5000'],
    ['90000', '75000', 2028, '100000', '10000'],
    ['90000', '75000', 2028, '85000', '0'],
    ['90000', '75000', 2028, '70000', '-5000'],
    ['90000', '75000', 2031, '100000', '25000'],
    ['14500', '5000', 2029, '13500', '0'],
    ['14500', '5000', 2031, '13500', '8500'],
  ])(
    '2 of the photo value: cost %s, photo %s, sold in %s for %s, gains %s',
    async (cost, photo, year, eur, gain) => {
      const sold = sell('sale', { at: `${String(year)}-06-01`, euroValue: eur });
      const events = [buy('buy', { at: '2024-03-01', euroValue: cost }), sold];
      const prices = [price('BTC', PHOTO_MOMENT, photo)];
      expect(await figure('totalCapitalGains', year, events, { prices })).toBe(gain);
    },
  );

  it('3 of a loss in the year: 18,000, −6,500 and 500 make 12,000 and a tax of 1,200', async () => {
    const trades = [
      ['BTC', '2000', '20000'],
      ['ETH', '7000', '500'],
      ['NFT', '0', '500'],
    ].flatMap(([assetKey = '', cost = '', proceeds = '']) => [
      buy(`buy ${assetKey}`, { at: '2026-01-05', assetKey, euroValue: cost }),
      sell(`sell ${assetKey}`, { at: '2026-05-05', assetKey, euroValue: proceeds }),
    ]);
    expect(await figure('totalCapitalGains', 2026, trades)).toBe('12000');
    expect(await figure('totalTax', 2026, trades)).toBe('1200');
  });

  it('4 of a transfer: 9,995 after 273 days, with a fee of 30', async () => {
    const group = { continuityGroupId: idOf('group') };
    const out = { at: '2026-04-10', euroValue: '65000', treatment: 'TRANSFER_OUT_OWN_WALLET' } as const;
    const into = { at: '2026-04-10T00:20:00Z', accountRef: 'ledger', amount: '0.9995' };
    const events = [
      buy('buy', { at: '2026-02-01', euroValue: '60000' }),
      sell('out', { ...out, ...group }),
      buy('in', { ...into, ...group, euroValue: '64967.50', treatment: 'CONTINUITY_WITHDRAW' }),
      sell('sale', { at: '2026-11-01', amount: '0.9995', euroValue: '69965' }),
    ];
    expect(await figure('totalCapitalGains', 2026, events)).toBe('9995');
    expect(await slice('sale', 'holdingPeriodDays', 2026, inputsOf(events))).toBe('273');
    expect(await slice('out', 'historicCost', 2026, inputsOf(events))).toBe('30');
  });

  it('5 of income from staking: 25, and a tax on it of 7.50', async () => {
    const events = [income('reward', { ...ETH, at: '2026-03-03', amount: '0.02', euroValue: '25' })];
    expect(await figure('totalIncome', 2026, events)).toBe('25');
    expect(await figure('totalIncomeTax', 2026, events)).toBe('7.5');
  });

  it.each([
    [2027, 'exemption.total', '11000'],
    [2027, 'exemption.carriedOut', '400'],
    [2028, 'exemption.total', '10400'],
    [2028, 'exemption.carriedOut', '0'],
    [2028, 'taxAfterExemption', '1460'],
    [2032, 'exemption.carriedIn', '3000'],
  ])('of the exemption carried over: in %s %s is %s', async (year, name, eur) => {
    const gains = [
      ['2027', '10600'],
      ['2028', '25000'],
    ].flatMap(([of = '', gain = '']) => [
      buy(`buy ${of}`, { at: `${of}-01-05`, euroValue: '0' }),
      sell(`sell ${of}`, { at: `${of}-05-05`, euroValue: gain }),
    ]);
    expect(await figure(name, year, gains)).toBe(eur);
  });

  it('of a gift to a person abroad: it gains 250 from 2026 on', async () => {
    const given = { euroValue: '400', treatment: 'GIFT_TO_NON_RESIDENT' } as const;
    const events = [
      buy('buy', { at: '2024-01-05', euroValue: '100' }),
      sell('gift', { at: '2026-05-05', ...given }),
    ];
    const prices = [price('BTC', PHOTO_MOMENT, '150')];
    expect(await figure('totalCapitalGains', 2026, events, { prices })).toBe('250');
  });

  it.each([
    ['exactly at it', PHOTO_MOMENT, '120'],
    ['a millisecond later', '2025-12-31T23:00:00.001Z', '100'],
  ])('of a transfer at the photo moment, %s', async (_when, when, gain) => {
    const treatment = 'CONTINUITY_WRAP';
    const events = [
      buy('buy', { at: '2024-01-05', assetKey: 'OLD', euroValue: '10' }),
      sell('out', { at: when, assetKey: 'OLD', treatment }),
      buy('in', { at: when, assetKey: 'NEW', amount: '2', treatment }),
      sell('sale', { at: '2027-05-05', assetKey: 'NEW', amount: '2', euroValue: '200' }),
    ];
    const prices = [price('OLD', PHOTO_MOMENT, '100'), price('NEW', PHOTO_MOMENT, '40')];
    const matches = [match('out', 'in', 'WRAP')];
    expect(await figure('totalCapitalGains', 2027, events, { prices, matches })).toBe(gain);
  });

  it('of a transfer of part of a lot: 4,749 days, also where the year of the transfer is submitted', async () => {
    const events = [
      buy('buy', { at: '2024-01-01', amount: '3', euroValue: '30' }),
      sell('out', { at: '2024-02-01', treatment: 'TRANSFER_OUT_OWN_WALLET' }),
      buy('in', { at: '2024-02-01', treatment: 'CONTINUITY_WITHDRAW' }),
      sell('sale', { at: '2025-01-01', euroValue: '20' }),
    ];
    const overrides = [override('in', { originAcquiredUs: at('2012-01-01') })];
    const before = inputsOf(events, { overrides, matches: [match('out', 'in')] });
    expect(await slice('sale', 'holdingPeriodDays', 2025, before)).toBe('4749');
    const frozenYears = [{ year: 2024, ...closeYear(before, 2024) }];
    const opening = { year: 2024, inputs: before };
    expect(await slice('sale', 'holdingPeriodDays', 2025, { ...before, frozenYears }, opening)).toBe('4749');
  });
});
