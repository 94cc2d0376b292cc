/** A second computation of the parts of a household, in rational numbers. It shares no code with the services. */
import type { AccountShare, CircumstanceValues } from '@ctx/domain/circumstances';
import type { EstimatePart } from '@ctx/domain/law/estimate';
import { oracleEstimate, type OracleYear } from './estimate.ts';
import { fromDecimal, Rational, sumOf } from './rational.ts';

/** A year with the gains of each account; `net` is their sum. */
export interface OracleHouseholdYear extends OracleYear {
  /** Decimal text, at most 8 fraction digits with the shares. */
  readonly gains: Readonly<Record<string, string>>;
}
type Years = Readonly<Record<number, OracleHouseholdYear>>;

const HUNDRED = new Rational(100n);

/** Returns which part of the gains of each account is the taxpayer's, added up. */
function ownPart({ gains, circumstances }: OracleHouseholdYear): Rational {
  const all = circumstances?.ownedSharePercent ?? '100';
  const shares: readonly AccountShare[] = circumstances?.accountShares ?? [];
  return sumOf(
    Object.entries(gains).map(([account, eur]) => {
      const percent = shares.find(({ accountId }) => accountId === account)?.ownedSharePercent ?? all;
      return fromDecimal(eur).mul(fromDecimal(percent)).div(HUNDRED);
    }),
  );
}

const isShared = ({ circumstances: of }: OracleHouseholdYear): boolean =>
  of !== null && ((of.ownedSharePercent ?? null) !== null || (of.accountShares ?? []).length > 0);

/** Returns the estimates of both partners. The parts of a year as decimal text, since each has at most 12 fraction digits. */
export function oracleHousehold(
  last: number,
  years: Years,
  textOf: (eur: Rational) => string,
): { readonly taxpayer: Estimate; readonly partner: Estimate | null } {
  const mapped = (change: (of: OracleHouseholdYear) => OracleYear): Record<number, OracleYear> =>
    Object.fromEntries(Object.entries(years).map(([year, of]) => [year, change(of)]));
  const taxpayers = mapped((of) => ({ ...of, net: textOf(ownPart(of)) }));
  const partners = mapped((of) => {
    const total = sumOf(Object.values(of.gains).map(fromDecimal));
    if (!isShared(of)) return { ...of, net: '0', circumstances: null };
    const municipalSurchargePercent = of.circumstances?.municipalSurchargePercent ?? null;
    return {
      ...of,
      net: textOf(total.sub(ownPart(of))),
      circumstances: { municipalSurchargePercent } as CircumstanceValues,
    };
  });
  const lastYear = years[last];
  return {
    taxpayer: oracleEstimate(last, taxpayers),
    partner: lastYear !== undefined && isShared(lastYear) ? oracleEstimate(last, partners) : null,
  };
}

type Estimate = Partial<Record<EstimatePart, Rational>>;
