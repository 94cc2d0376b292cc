/** Helpers that build records of the import format. */
import type { Asset } from './market.ts';

export type Line = Readonly<Record<string, unknown>>;

/** A collectible from a shop of invented ones; other keys are the symbols. */
const NFT_KEY = '0xf417f417f417f417f417f417f417f417f417f417:214';

const NAMES: Record<Asset, { name: string; chain: string }> = {
  BTC: { name: 'Bitcoin', chain: 'BITCOIN' },
  ETH: { name: 'Ether', chain: 'ETHEREUM' },
  SOL: { name: 'Solana', chain: 'SOLANA' },
  ADA: { name: 'Cardano', chain: 'CARDANO' },
  XRP: { name: 'XRP', chain: 'XRPL' },
  EURC: { name: 'EURC', chain: 'ETHEREUM' },
  WETH: { name: 'Wrapped Ether', chain: 'ARBITRUM' },
  FRIET: { name: 'Golden Friet #214', chain: 'ETHEREUM' },
};

/** Returns the asset object of a record. EUR is the fiat currency. */
export function assetOf(key: Asset | 'EUR'): Line {
  if (key === 'EUR') return { key, symbol: key, name: 'Euro', fiat: true };
  return { key: keyOf(key), symbol: key, ...NAMES[key] };
}

/** Returns the asset key of the import format. */
export function keyOf(asset: Asset): string {
  return asset === 'FRIET' ? NFT_KEY : asset;
}

export interface EventLine {
  readonly account: string;
  readonly referenceId: string;
  readonly type: 'ACQUISITION' | 'DISPOSITION' | 'INCOME' | 'FEE' | 'EXPENSE';
  readonly asset: Line;
  readonly amount: string;
  readonly timestamp: string;
  readonly euroValue?: string;
  readonly [field: string]: unknown;
}

/** Returns an event record. */
export function event(fields: EventLine): Line {
  return { kind: 'event', ...fields };
}

/** Returns the fee of a trade in EUR, with the same account and `referenceId`. */
export function euroFee(
  trade: { account: string; referenceId: string; timestamp: string },
  fee: string,
): Line {
  return event({ ...trade, type: 'FEE', asset: assetOf('EUR'), amount: fee, euroValue: fee });
}

/** Returns the UUID for a chapter and a number of the demo data. */
export function storyUuid(chapter: number, number: number): string {
  return `d0000000-0000-4000-8000-${String(chapter).padStart(4, '0')}${String(number).padStart(8, '0')}`;
}
