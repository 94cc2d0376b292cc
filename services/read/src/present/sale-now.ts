/**
 * What would be taxed if units were sold now: the basis that the law measures the gain from, and the gain. Lots keep their historic
 * cost alone; the basis follows from it by the function that the engine uses (engine.md §3). Values stay exact until they are rounded.
 */
import { EUR_ASSET_KEY } from '@ctx/domain/euro';
import { parseInstantUs, taxYear, US_PER_MS } from '@ctx/domain/instant';
import { parseAmount, parseEur, parseEurOrNull } from '@ctx/domain/decimal';
import { basisOf, needsPhotoValue } from '@ctx/domain/law/photo';
import { shareOfLeft } from '@ctx/domain/lot-shares';
import type { Regime } from '@ctx/domain/vocabulary';
import { parseExactEur, shownCents, valueAt } from './money.ts';

const ONE_EUR = parseEur('1');

/** A lot, for the basis of selling what is left of it. */
export interface SoldLot {
  readonly asset_key: string;
  readonly acquired_at: string;
  readonly amount: string;
  /** What is left of `amount`, with its historic cost. */
  readonly owned: string;
  readonly owned_cost_basis: string;
  /** What all units of the lot were at the photo moment, if they were another asset, and the price of that asset then. */
  readonly photo_asset_key: string | null;
  readonly photo_amount: string | null;
  readonly photo_price: string | null;
}

/** The prices of an asset, EUR per unit: now, and at the photo moment. */
export interface SalePrices {
  readonly price: string | null;
  readonly photoPrice: string | null;
}

/** The tax year of a sale, and its regime. */
export interface SaleYear {
  readonly year: number;
  readonly regime: Regime;
}

/** What a sale of an asset now depends on, apart from its lots. Prices are parsed once for all lots. */
export interface SaleTerms extends SaleYear {
  readonly price: string | null;
  readonly priceEur: bigint | null;
  readonly photoPriceEur: bigint | null;
}

/** Returns the tax year of now and its regime; a year that is not in `regimes` has the default one. */
export function yearOfSale(now: string, regimes: Readonly<Record<string, Regime>> | null): SaleYear {
  const year = taxYear(parseInstantUs(now) ?? 0);
  return { year, regime: regimes?.[String(year)] ?? 'NORMAAL_BEHEER' };
}

/** Returns the terms of a sale at these prices in this year. */
export function saleTermsOf({ price, photoPrice }: SalePrices, year: SaleYear): SaleTerms {
  return { ...year, price, priceEur: parseEurOrNull(price), photoPriceEur: parseEurOrNull(photoPrice) };
}

/**
 * Returns the exact basis of the remaining units of a lot, EUR. Null without a price now or the photo price that it needs, and under
 * SPECULATIEF, where the fees of purchases count, which are not stored with lots.
 */
export function taxBasisOfLot(lot: SoldLot, terms: SaleTerms): bigint | null {
  const { year, regime, priceEur } = terms;
  if (priceEur === null || regime === 'SPECULATIEF') return null;
  const owned = parseAmount(lot.owned);
  const facts = {
    proceeds: owned * priceEur,
    historicCost: parseExactEur(lot.owned_cost_basis),
    feesEur: 0n,
    acquiredUs: Date.parse(lot.acquired_at) * US_PER_MS,
    year,
    regime,
  };
  const photoValue = needsPhotoValue(facts) ? photoValueOf(lot, owned, terms) : null;
  const { basis, method } = basisOf(facts, photoValue);
  return method === 'MISSING' ? null : basis;
}

/** Returns the exact basis of all lots of a holding; null if that of a lot is unknown, or if `lots` are not all `lotCount` of them. */
export function taxBasisOfHolding(
  lots: readonly SoldLot[],
  lotCount: number,
  terms: SaleTerms,
): bigint | null {
  if (lots.length !== lotCount) return null;
  let sum = 0n;
  for (const lot of lots) {
    const basis = taxBasisOfLot(lot, terms);
    if (basis === null) return null;
    sum += basis;
  }
  return sum;
}

/** Returns the two fields of the contract, each rounded once. */
export function taxedGain(
  basis: bigint | null,
  amount: string,
  price: string | null,
): { readonly taxBasis: string | null; readonly unrealizedTaxableGain: string | null } {
  const value = valueAt(amount, price);
  if (basis === null || value === null) return { taxBasis: null, unrealizedTaxableGain: null };
  return { taxBasis: shownCents(basis), unrealizedTaxableGain: shownCents(value - basis) };
}

// The units that are left are the last ones of the lot, and carry what is left of its photo amount.
function photoValueOf(lot: SoldLot, owned: bigint, { photoPriceEur }: SaleTerms): bigint | null {
  const { photo_asset_key: assetKey, photo_amount: ofLot } = lot;
  if (assetKey === null || ofLot === null) return valueThen(lot.asset_key, owned, photoPriceEur);
  const amount = shareOfLeft(parseAmount(ofLot), owned, parseAmount(lot.amount));
  return valueThen(assetKey, amount, parseEurOrNull(lot.photo_price));
}

function valueThen(assetKey: string, amount: bigint, price: bigint | null): bigint | null {
  const known = assetKey === EUR_ASSET_KEY ? ONE_EUR : price;
  return known === null ? null : amount * known;
}
