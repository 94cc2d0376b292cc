/**
 * The reading LOTS_FIFO_PER_ACCOUNT: a pool for each account. The asset of each account becomes an asset of its own, with the same prices;
 * a debt stays one of the asset, in whichever account it is paid. Pure. Returns the same object where no asset lies in two accounts.
 */
import { AMOUNT_SCALE, EUR_SCALE, formatDecimal, shareEur } from '@ctx/domain/decimal';
import { stableId } from '@ctx/domain/stable-id';
import { resolve } from '../../engine/resolve/resolve.ts';
import { arrivingOf, staysInPool, transfersOf } from '../../engine/transfer-groups.ts';
import type { EffectiveEvent, EngineInputs, RawEvent, Transfer, TransferMatch } from '../../engine/types.ts';
import { blankOverride } from './corrected.ts';

/** Returns the inputs with a pool for each account. Submitted years are computed in the same way: their closing states know no accounts. */
export function perAccount(inputs: EngineInputs): EngineInputs {
  const accounts = new Map<string, Set<string>>();
  for (const event of inputs.events)
    if (!isCurrency(event))
      accounts.set(event.assetKey, (accounts.get(event.assetKey) ?? new Set()).add(event.accountRef));
  const isSpread = (event: RawEvent): boolean =>
    !isCurrency(event) && (accounts.get(event.assetKey)?.size ?? 0) > 1;
  if (!inputs.events.some(isSpread)) return inputs;
  const { events, matches, overrides } = withWholeTransfers(inputs, isSpread);
  return {
    ...inputs,
    events: events.map((event) =>
      isSpread(event) ? { ...event, assetKey: keyIn(event), debtKey: event.assetKey } : event,
    ),
    matches,
    overrides,
    pricedAs: new Map(
      [...accounts].flatMap(([assetKey, refs]) =>
        [...refs].map((accountRef): [string, string] => [keyIn({ assetKey, accountRef }), assetKey]),
      ),
    ),
    frozenYears: [],
  };
}

type Facts = Pick<EngineInputs, 'events' | 'matches' | 'overrides'>;

// No key of an asset contains this character, because PostgreSQL stores none in a text.
const SEPARATOR = '\0';

const keyIn = ({ assetKey, accountRef }: Pick<RawEvent, 'assetKey' | 'accountRef'>): string =>
  `${assetKey}${SEPARATOR}${accountRef}`;

const isCurrency = ({ assetKey, fiat }: RawEvent): boolean => fiat || assetKey === 'EUR';

/**
 * Returns the facts with the transfers of one asset as one pool has them: at the time of the departure, and unit for unit. Between assets
 * the engine would scale the lots, so what is lost on the way leaves for an asset of its own, before the rest, and a surplus is an
 * acquisition of its own.
 */
function withWholeTransfers(inputs: EngineInputs, isSpread: (event: RawEvent) => boolean): Facts {
  const outLegs = resolve(inputs)
    .transfers.map(({ outLeg }) => outLeg)
    .filter((outLeg) => isSpread(outLeg.raw) && staysInPool(outLeg));
  const legs = new Set(
    outLegs.flatMap((outLeg) => [outLeg.raw.id, ...transfersOf(outLeg).map(({ inLeg }) => inLeg.raw.id)]),
  );
  const seen = new Set<string>();
  const whole = [...new Set(outLegs)].map((outLeg) => wholeTransfer(outLeg, seen));
  return {
    events: [...inputs.events.filter(({ id }) => !legs.has(id)), ...whole.flatMap(({ events }) => events)],
    matches: [
      ...inputs.matches.filter(({ outEventId, inEventId }) => !legs.has(outEventId) && !legs.has(inEventId)),
      ...whole.flatMap(({ matches }) => matches),
    ],
    overrides: [
      ...inputs.overrides.filter(({ eventId }) => !legs.has(eventId)),
      ...whole.flatMap(({ overrides }) => overrides),
    ],
  };
}

/** `seen` has the arrivals that other departures brought a part of. */
function wholeTransfer(outLeg: EffectiveEvent, seen: Set<string>): Facts {
  const transfers = transfersOf(outLeg);
  const arriving = transfers.filter((transfer) => arrivingOf(transfer) > 0n);
  const lost = outLeg.amount - arriving.reduce((sum, transfer) => sum + arrivingOf(transfer), 0n);
  const out = legOf(outLeg, { type: 'DISPOSITION', amount: outLeg.amount });
  const arrivals = [
    ...(lost > 0n ? [lostOf(outLeg, lost)] : []),
    ...arriving.map((transfer) => arrivalOf(transfer, seen)),
  ].map((arrival, index) => ({ ...arrival, timestampUs: outLeg.timestampUs + index }));
  const [first] = arrivals;
  const surpluses = transfers.filter(({ inAmount, outAmount }) => inAmount > outAmount).map(surplusOf);
  return {
    events: [...(first === undefined ? [] : [out]), ...arrivals, ...surpluses],
    matches: arrivals.map(({ id }, ordinal): TransferMatch => ({
      id: stableId('reading', 'match', out.id, id),
      joinedMatchId: ordinal === 0 ? null : stableId('reading', 'match', out.id, first?.id ?? ''),
      ordinal,
      outEventId: out.id,
      inEventId: id,
      kind: 'SELF_TRANSFER',
    })),
    // So that no rule makes a surplus something else, or takes it for dust.
    overrides: surpluses.map(({ id }) => ({
      ...blankOverride(id),
      type: 'ACQUISITION',
      treatment: 'NORMAL',
    })),
  };
}

/** Returns a leg as the engine has it after all corrections, with other units. */
function legOf(
  { raw, timestampUs }: EffectiveEvent,
  { amount, ...fields }: Partial<Omit<RawEvent, 'amount'>> & { readonly amount: bigint },
): RawEvent {
  return {
    ...raw,
    timestampUs,
    treatment: 'NORMAL',
    taxable: null,
    spam: false,
    isLoan: false,
    isRepayment: false,
    ...fields,
    amount: formatDecimal(amount, AMOUNT_SCALE),
  };
}

function lostOf(outLeg: EffectiveEvent, amount: bigint): RawEvent {
  return legOf(outLeg, {
    id: stableId('reading', 'lost', outLeg.raw.id),
    type: 'ACQUISITION',
    assetKey: `${outLeg.raw.assetKey}${SEPARATOR}${SEPARATOR}lost`,
    continuityGroupId: null,
    amount,
  });
}

/** Returns what of an arrival a departure brings. The first of several departures has the arrival itself. */
function arrivalOf(transfer: Transfer, seen: Set<string>): RawEvent {
  const { inLeg, outLeg } = transfer;
  const isFirst = !seen.has(inLeg.raw.id);
  seen.add(inLeg.raw.id);
  const own = isFirst
    ? {}
    : { id: stableId('reading', 'arrival', outLeg.raw.id, inLeg.raw.id), continuityGroupId: null };
  // After a surplus of the same arrival, as in one pool.
  const referenceId = `${inLeg.raw.referenceId}${SEPARATOR}${SEPARATOR}`;
  return legOf(inLeg, { ...own, type: 'ACQUISITION', referenceId, amount: arrivingOf(transfer) });
}

function surplusOf({ inLeg, outLeg, inAmount, outAmount }: Transfer): RawEvent {
  const amount = inAmount - outAmount;
  const { euroValue } = inLeg;
  const value = euroValue === null ? null : shareEur(euroValue, amount, inLeg.amount);
  return legOf(inLeg, {
    id: stableId('reading', 'surplus', outLeg.raw.id, inLeg.raw.id),
    type: 'ACQUISITION',
    // No fee is one of a surplus.
    referenceId: `${inLeg.raw.referenceId}${SEPARATOR}`,
    continuityGroupId: null,
    amount,
    euroValue: value === null ? null : formatDecimal(value, EUR_SCALE),
  });
}
