/** Regimes that are chosen, set by an operator and undone in random order end in the figures of years whose regime an operator set at once. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Schema } from '@ctx/client';
import { REGIMES, type Regime } from '@ctx/domain/vocabulary';
import { ok } from '../../api/client.ts';
import { createUser, type TestUser, useStack } from '../kit.ts';
import { event } from '../stack.ts';
import { untilIdle } from './users.ts';

const stack = useStack();

const YEARS = [2025, 2026, 2027] as const;
const ACCOUNT = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };
const EUR = { asset: { key: 'EUR', symbol: 'EUR', fiat: true } };

/** Gains, fees and an income in years with different laws, so that each regime has other figures in each year. */
const FACTS: readonly object[] = [
  ACCOUNT,
  ...YEARS.flatMap((year, index) => [
    event(`BUY ${String(year)}`, 'ACQUISITION', '10', `${String(year)}-02-01T10:00:00Z`, '20000'),
    event(`FEE ${String(year)}`, 'FEE', '70', `${String(year)}-02-01T10:00:00Z`, '70', {
      ...EUR,
      referenceId: `BUY ${String(year)}`,
    }),
    event(`INCOME ${String(year)}`, 'INCOME', '1', `${String(year)}-02-03T10:00:00Z`, '2100'),
    event(
      `SELL ${String(year)}`,
      'DISPOSITION',
      '6',
      `${String(year)}-03-01T10:00:00Z`,
      String(15000 + 6000 * index),
    ),
  ]),
];

/** One step: a choice with an answer, an operator's command, or the undo of one of the entries so far. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('choose' as const),
    year: fc.constantFrom(...YEARS),
    regime: fc.constantFrom(...REGIMES),
    borrowed: fc.option(fc.boolean()),
  }),
  fc.record({
    kind: fc.constant('operator' as const),
    year: fc.constantFrom(...YEARS),
    regime: fc.constantFrom(...REGIMES),
  }),
  fc.record({ kind: fc.constant('undo' as const), place: fc.nat() }),
  fc.record({ kind: fc.constant('undo' as const), place: fc.nat() }),
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A choice as this test follows it, independently of the service. */
interface YearChoice {
  readonly regime: Regime;
  readonly by: 'TAXPAYER' | 'OPERATOR';
  readonly borrowed: boolean | null;
}

interface Entry {
  readonly id: string;
  readonly year: number;
  readonly before: YearChoice | null;
  readonly after: YearChoice | null;
  undoneBy: Entry | null;
}

const isUndone = ({ undoneBy }: Entry): boolean => undoneBy !== null && !isUndone(undoneBy);
const isSame = (one: YearChoice | null, other: YearChoice | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** A user whose regimes change in random order, with what this test expects of them. */
class RandomUser {
  readonly known = new Map<number, YearChoice | null>();
  readonly entries: Entry[] = [];
  readonly user: TestUser;

  constructor(user: TestUser) {
    this.user = user;
  }

  async take(next: Step): Promise<void> {
    if (next.kind === 'undo') {
      const entry = this.entries[next.place % Math.max(1, this.entries.length)];
      if (entry !== undefined) await this.undo(entry);
      return;
    }
    const { year, regime } = next;
    const before = this.known.get(year) ?? null;
    if (next.kind === 'operator') {
      await this.setByOperator(year, regime);
      if ((before?.regime ?? 'NORMAAL_BEHEER') !== regime)
        await this.note(year, before, { regime, by: 'OPERATOR', borrowed: null });
      return;
    }
    const after: YearChoice = { regime, by: 'TAXPAYER', borrowed: next.borrowed };
    const body = { regime, borrowed: next.borrowed };
    const { changed } = await ok(
      this.user.api.POST('/api/v1/years/{year}/regime', { params: { path: { year } }, body }),
    );
    expect(changed).toBe(!isSame(before, after));
    if (changed) await this.note(year, before, after);
  }

  setByOperator(year: number, regime: Regime): Promise<unknown> {
    const of = ['--user', this.user.userId, '--year', String(year)];
    return stack.ctx(['year', 'regime', ...of, '--regime', regime]);
  }

  /** Undoes an entry: no other change of the year may have come since, and what is undone stays so. */
  async undo(entry: Entry): Promise<void> {
    const { id: entryId, year, before, after } = entry;
    const { data, error } = await this.user.api.POST('/api/v1/history/{entryId}/undo', {
      params: { path: { entryId } },
    });
    if (isUndone(entry)) {
      expect(data).toMatchObject({ recalc: 'NOT_NEEDED' });
      return;
    }
    if (!isSame(this.known.get(year) ?? null, after)) {
      expect(error).toMatchObject({ code: 'CHANGED_SINCE' });
      return;
    }
    expect(error).toBeUndefined();
    await this.note(year, after, before);
    entry.undoneBy = this.entries.at(-1)!;
  }

  async note(year: number, before: YearChoice | null, after: YearChoice | null): Promise<void> {
    this.known.set(year, after);
    const { entries } = await ok(
      this.user.api.GET('/api/v1/history', { params: { query: { kind: 'REGIME', size: 1 } } }),
    );
    this.entries.push({ id: entries[0]!.id, year, before, after, undoneBy: null });
  }
}

const newUser = () => createUser(stack, { scope: 'write', years: YEARS, facts: FACTS });

type Figures = Omit<Schema<'YearSummary'>, 'figuresVersion' | 'regimeChosenAt'>;

const figuresAlone = ({
  figuresVersion: _run,
  regimeChosenAt: _when,
  ...figures
}: Schema<'YearSummary'>): Figures => figures;

async function figuresOf(user: TestUser): Promise<Figures[]> {
  await untilIdle(stack, user);
  const all: Figures[] = [];
  for (const year of YEARS) {
    const params = { path: { year } };
    all.push(figuresAlone(await ok(user.api.GET('/api/v1/years/{year}/summary', { params }))));
  }
  return all;
}

describe('The regimes of years', () => {
  it('chosen, set by an operator and undone in random order, have the figures of regimes that an operator set at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
        const random = new RandomUser(await newUser());
        for (const next of steps) await random.take(next);
        const compared = new RandomUser(await newUser());
        for (const [year, known] of random.known)
          await compared.setByOperator(year, known?.regime ?? 'NORMAAL_BEHEER');
        expect(await figuresOf(random.user)).toEqual(await figuresOf(compared.user));
        for (const year of YEARS) {
          const { choice } = await ok(
            random.user.api.GET('/api/v1/years/{year}/regime', { params: { path: { year } } }),
          );
          const known = random.known.get(year) ?? null;
          expect(choice && { regime: choice.regime, by: choice.chosenBy, borrowed: choice.borrowed }).toEqual(
            known,
          );
        }
      }),
      { numRuns: 3 },
    );
  }, 120_000);

  it('have other figures under each regime in every year of this test', async () => {
    const user = await newUser();
    const normal = await figuresOf(user);
    for (const year of YEARS) await new RandomUser(user).setByOperator(year, 'SPECULATIEF');
    const speculative = await figuresOf(user);
    for (const [index, figures] of normal.entries())
      expect(speculative[index]!.totalTax).not.toEqual(figures.totalTax);
  });
});
