/** Totals of a year that an exchange stated, to compare with what the user's transactions add up to. Beside the figures. */
import { platformOf } from './law/platforms.ts';
import { stableId } from './stable-id.ts';

/** Whether the stated value is before fees, as the directive reports it, or less fees, as the CARF schema does. */
export const STATED_AMOUNTS = ['GROSS', 'NET'] as const;
export type StatedAmounts = (typeof STATED_AMOUNTS)[number];

/** The fields of a stated total that a user decides, but for its year. */
export const STATED_TOTAL_FIELDS = [
  'platform',
  'assetId',
  'kind',
  'units',
  'statedEur',
  'transactions',
  'amounts',
  'notes',
] as const;

/** A stated total as stored. Decimals and instants are text. */
export interface StatedTotalRecord {
  readonly id: string;
  readonly year: number;
  readonly platform: string;
  /** Key of the asset. */
  readonly assetId: string;
  readonly kind: string;
  readonly units: string;
  readonly statedEur: string | null;
  readonly transactions: number | null;
  readonly amounts: StatedAmounts;
  readonly notes: string | null;
  readonly statedAt: string;
  /** Name of the token or app. */
  readonly statedVia: string;
}

/** What names a total within a year. */
export type NameOfTotal = Pick<StatedTotalRecord, 'platform' | 'assetId' | 'kind'>;

/** Returns a key that two names of the same total have in common, whatever their letter case. */
export function keyOfTotal({ platform, assetId, kind }: NameOfTotal): string {
  return JSON.stringify([platform.toLowerCase(), assetId.toLowerCase(), kind]);
}

/** Returns the name of an exchange as the totals of a year show it, from any name that it is known by. */
export function exchangeName(platform: string, year: number): string {
  const trimmed = platform.trim();
  return platformOf(trimmed, year)?.name ?? trimmed;
}

/** Returns the id of a stated total: stating it again replaces it. */
export function statedTotalId(userId: number, year: number, total: NameOfTotal): string {
  return stableId('stated total', String(userId), String(year), keyOfTotal(total));
}
