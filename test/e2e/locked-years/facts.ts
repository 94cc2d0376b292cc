/** Facts of a user with the locked year 2026. Some EUR values of 2026 vary; values of all other years do not. */
import { event, type TestStack } from '../stack.ts';
import { send } from '../corrections/surfaces.ts';

/** EUR values of events of 2026, by purpose. */
export interface VariedValues {
  /** Two disposals in one month; each gain is the value less 1,000. */
  readonly march: readonly [number, number];
  /** The sale of units bought in 2025, whose photo value is less than their cost. */
  readonly april: number;
  readonly income: number;
  /** A sale below the cost of 3,000. */
  readonly loss: number;
  /** The value of a swap; the asset received is lost in the same month. */
  readonly swap: number;
  readonly borrowed: number;
  /** The sale of an asset that was never bought. */
  readonly short: number;
  /** Leaves on 30 December and arrives in the next year. Its gain is zero at its cost of 2,000. The other gain of the month is `december`. */
  readonly left: number;
  readonly december: number;
}

export const BASE: VariedValues = {
  march: [3000, 4500],
  april: 1500,
  income: 500,
  loss: 2500,
  swap: 1700,
  borrowed: 700,
  short: 450,
  left: 2000,
  december: 3000,
};

const of = (key: string): object => ({ asset: { key, symbol: key } });
const review = { needsReview: true };
const swap = { continuityGroupId: '11111111-1111-4111-8111-111111111111' };
const money = (eur: number): string => eur.toFixed(2);

const ACCOUNTS: readonly object[] = [
  { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN', label: 'Kraken' },
  { kind: 'account', ref: 'ledger', accountKind: 'wallet', datasource: 'ETHEREUM', chainId: 1 },
  { kind: 'price', assetKey: 'OLD', at: '2025-12-31T22:00:00Z', eur: '800' },
];

/** Events of the years that do not vary: 2024 is frozen and locked, 2025 and 2027 are open. */
const STEADY: readonly object[] = [
  event('B24', 'ACQUISITION', '2', '2024-01-10T10:00:00Z', '2000', of('ETH')),
  event('S24', 'DISPOSITION', '1', '2024-05-10T10:00:00Z', '4321', { ...of('ETH'), ...review }),
  event('B25', 'ACQUISITION', '1', '2025-06-10T10:00:00Z', '900', of('OLD')),
  event('S25', 'DISPOSITION', '0.5', '2025-07-10T10:00:00Z', '1234.56', { ...of('ETH'), ...review }),
  event('B27', 'ACQUISITION', '2', '2027-01-10T10:00:00Z', '4000', of('FFF')),
  event('S27', 'DISPOSITION', '1', '2027-03-10T10:00:00Z', '9000', { ...of('FFF'), ...review }),
  event('OUT27', 'DISPOSITION', '1', '2027-04-10T10:00:00Z', '2500', {
    ...of('FFF'),
    treatment: 'TRANSFER_OUT_UNRESOLVED',
  }),
  event('IN27', 'ACQUISITION', '1', '2027-04-10T11:00:00Z', '2500', {
    ...of('FFF'),
    account: 'ledger',
    treatment: 'CONTINUITY_WITHDRAW',
  }),
];

/** Returns the lines of a file of facts. */
export function factsOf(varied: VariedValues): readonly object[] {
  const [first, second] = varied.march;
  const sale = (ref: string, key: string, at: string, eur: number, more: object = review): object =>
    event(ref, 'DISPOSITION', '1', `2026-${at}T10:00:00Z`, money(eur), { ...of(key), ...more });
  const purchase = (ref: string, key: string, amount: string, eur: string, more: object = {}): object =>
    event(ref, 'ACQUISITION', amount, '2026-01-10T10:00:00Z', eur, { ...of(key), ...more });
  return [
    ...ACCOUNTS,
    ...STEADY,
    purchase('B1', 'AAA', '2', '2000'),
    sale('MARCH-1', 'AAA', '03-10', first),
    sale('MARCH-2', 'AAA', '03-20', second),
    sale('APRIL', 'OLD', '04-10', varied.april),
    event('INCOME', 'INCOME', '1', '2026-05-10T10:00:00Z', money(varied.income), { ...of('STK'), ...review }),
    event('INCOME-LOST', 'DISPOSITION', '1', '2026-05-20T10:00:00Z', null, {
      ...of('STK'),
      ...review,
      treatment: 'LOST',
    }),
    purchase('B2', 'BBB', '1', '3000'),
    sale('LOSS', 'BBB', '06-10', varied.loss),
    purchase('B3', 'CCC', '1', '500'),
    sale('SWAP-OUT', 'CCC', '07-10', varied.swap, { ...review, ...swap }),
    event('SWAP-IN', 'ACQUISITION', '1', '2026-07-10T10:00:00Z', money(varied.swap), {
      ...of('DDD'),
      ...swap,
    }),
    event('SWAPPED-LOST', 'DISPOSITION', '1', '2026-07-20T10:00:00Z', null, {
      ...of('DDD'),
      treatment: 'LOST',
    }),
    purchase('LOAN', 'LNX', '1', money(varied.borrowed), { isLoan: true }),
    event('REPAID', 'DISPOSITION', '1', '2026-08-10T10:00:00Z', null, {
      ...of('LNX'),
      ...review,
      isRepayment: true,
    }),
    sale('SHORT', 'XXX', '09-10', varied.short, {}),
    purchase('SPAM', 'SPM', '1', '5', { spam: true }),
    purchase('B4', 'EEE', '2', '4000'),
    sale('DECEMBER', 'EEE', '12-20', varied.december),
    sale('LEFT', 'EEE', '12-30', varied.left, { treatment: 'TRANSFER_OUT_UNRESOLVED' }),
    event('ARRIVED', 'ACQUISITION', '1', '2027-01-01T10:00:00Z', '2600', {
      ...of('EEE'),
      account: 'ledger',
      treatment: 'CONTINUITY_WITHDRAW',
    }),
    purchase('B5', 'GGG', '1', '100'),
    event('SENT', 'DISPOSITION', '1', '2026-10-10T10:00:00Z', '150', of('GGG')),
    event('RECEIVED', 'ACQUISITION', '1', '2026-10-10T11:00:00Z', '150', { ...of('GGG'), account: 'ledger' }),
  ];
}

/** Corrects MARCH-1 and LEFT and matches SENT with RECEIVED while 2026 is open, and returns the ids. */
export async function correctBefore(
  stack: TestStack,
  user: { userId: string; token: string },
  idOf: (referenceId: string) => string,
): Promise<{ overrideId: string; matchId: string }> {
  const post = async (path: string, body: object): Promise<Record<string, Record<string, unknown>>> => {
    const answer = await send(stack, user, 'POST', `/api/v1${path}`, body);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body as Record<string, Record<string, unknown>>;
  };
  const overridden = await post('/overrides', { taxEventId: idOf('MARCH-1'), notes: 'mine' });
  const matched = await post('/transfer-matches', {
    outTaxEventId: idOf('SENT'),
    inTaxEventId: idOf('RECEIVED'),
    transferKind: 'BRIDGE',
  });
  return { overrideId: String(overridden['override']!['id']), matchId: String(matched['match']!['id']) };
}
