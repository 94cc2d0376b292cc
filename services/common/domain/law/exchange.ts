/** The custodial exchange of an account. */
import { platformOf } from './platforms.ts';

/** The columns of a data source that name its exchange. */
export interface SourceRow {
  readonly kind: string;
  readonly datasource: string;
  readonly label: string | null;
  readonly source_platform: string | null;
  readonly country: string | null;
  readonly registered_on: string | null;
}

/** An exchange, as the account names it and by the name that people know. Both are third-party text where it is not known. */
export interface Exchange {
  readonly named: string;
  readonly name: string;
  /** Country of its company in the year; null if it is not known, which counts as foreign. */
  readonly country: string | null;
}

/** Returns the exchange of an account in a year; null for a wallet, and for a file without a platform. */
export function exchangeOf(
  source: Omit<SourceRow, 'registered_on' | 'country'>,
  year: number,
): Exchange | null {
  const isExchange = source.kind === 'exchange';
  const named = isExchange ? source.datasource : source.kind === 'file' ? source.source_platform : null;
  if (named === null) return null;
  const platform = platformOf(named, year);
  const name = platform?.name ?? (isExchange ? (source.label ?? named) : named);
  return { named, name, country: platform?.country ?? null };
}
