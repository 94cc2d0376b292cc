/** The photo in the form of the contract. */
import {
  AMOUNT_SCALE,
  divideHalfEven,
  EUR_SCALE,
  formatCents,
  formatDecimal,
  parseAmount,
  parseEur,
  VALUE_SCALE,
} from '@ctx/domain/decimal';
import { PHOTO } from '@ctx/domain/law/photo';
import { FIRST_TAXED_YEAR, ratesOf, taxOf } from '@ctx/domain/law/rates';
import { LIMITS } from '@ctx/domain/limits';
import { shown, shownSymbol } from '@ctx/domain/shown-text';
import { parseExactEur, shownCents, unitPrice } from './money.ts';
import { type PriceThen, priceThen } from './price-then.ts';

/** An asset that was held at the photo moment. */
export interface HeldAsset extends PriceThen {
  readonly asset_key: string;
  readonly asset_symbol: string | null;
  readonly cost: string;
  /** Exact EUR: what the lots were worth above their cost; null without a price. */
  readonly gain: string | null;
}

/** What an account held of it. */
export interface AccountUnits {
  readonly account_id: string;
  readonly name: string | null;
  readonly amount: string;
  /** How many events of the asset were added up. */
  readonly events: number;
}

interface SeenFrom {
  readonly locked: boolean;
  readonly frozen: boolean;
}

const PERCENT = ratesOf(FIRST_TAXED_YEAR, 'NORMAAL_BEHEER').capitalGainsPercent;

/** Returns an asset of the photo. A locked year does not show what follows from costs, a submitted one no accounts. */
export function photoAsset(
  asset: HeldAsset,
  accounts: readonly AccountUnits[],
  { locked, frozen }: SeenFrom,
) {
  const accountsLeftOut = frozen || accounts.some(({ events }) => events > LIMITS.photoEventsMax);
  const listed = accountsLeftOut ? [] : accounts.filter(({ amount }) => parseAmount(amount) !== 0n);
  const inAccounts = listed.reduce((sum, { amount }) => sum + parseAmount(amount), 0n);
  const gain = locked || asset.gain === null ? null : parseExactEur(asset.gain);
  return {
    assetKey: asset.asset_key,
    assetSymbol: asset.asset_symbol === null ? null : shownSymbol(asset.asset_symbol),
    amount: asset.amount,
    accounts: listed.map(({ account_id: accountId, name, amount }) => ({
      accountId,
      name: shown(name),
      amount,
    })),
    accountsLeftOut,
    elsewhere: accountsLeftOut ? null : formatDecimal(parseAmount(asset.amount) - inAccounts, AMOUNT_SCALE),
    ...priceThen(asset, PHOTO.momentUs / 1000),
    historicCost: locked ? null : formatCents(parseEur(asset.cost)),
    unitCost: locked ? null : unitPrice(asset.cost, asset.amount),
    gainBeforeLaw: gain === null ? null : shownCents(gain),
    taxKeptOut: gain === null ? null : formatCents(taxOf(inEurScale(gain), PERCENT)),
  };
}

/** Rounds an exact value to the digits of EUR inputs. */
function inEurScale(exact: bigint): bigint {
  return divideHalfEven(exact, 10n ** BigInt(VALUE_SCALE - EUR_SCALE));
}
