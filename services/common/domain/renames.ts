/**
 * Assets that became other assets: renamed coins, replaced tokens, and the names that platforms give to staked units. One table, dated and
 * with sources; docs/tax-assumptions.md shows it. A match of kind MIGRATION may join the two assets of a row, and the inbox suggests it.
 */
import { parseInstantUs } from './instant.ts';

/** Digits of a ratio after its decimal point. */
const RATIO_SCALE = 12;
const RATIO_UNIT = 10n ** BigInt(RATIO_SCALE);

/** One asset that became another one. Assets are named by symbol, in capitals. */
export interface Rename {
  readonly from: string;
  readonly to: string;
  /** The first day, UTC. */
  readonly since: string;
  /** Units of `to` for one unit of `from`, as a decimal. */
  readonly ratio: string;
  readonly source: string;
}

const TERRA = 'https://docs.terra.money/docs/migration/exchange-migration.html';
const ASI =
  'https://docs.superintelligence.io/artificial-superintelligence-alliance/token-merger-faq/general-questions/what-are-the-token-conversion-rates';
const KAIA = 'https://docs.kaia.io/kaiatech/kaia-white-paper';
const BINANCE_STAKING = 'https://www.binance.com/en/square/post/454021';
const COINBASE_STAKING =
  'https://help.coinbase.com/en/coinbase/trading-and-funding/staking-rewards/cbeth/using-cbeth';

export const RENAMES: readonly Rename[] = [
  { from: 'AGIX', to: 'ASI', since: '2024-07-01', ratio: '0.43335', source: ASI },
  { from: 'AGIX', to: 'FET', since: '2024-07-01', ratio: '0.43335', source: ASI },
  { from: 'BETH', to: 'ETH', since: '2023-04-19', ratio: '1', source: BINANCE_STAKING },
  {
    from: 'EOS',
    to: 'A',
    since: '2025-05-14',
    ratio: '1',
    source: 'https://www.coinjar.com/uk/learn/eos-to-vaulta',
  },
  { from: 'ETH', to: 'BETH', since: '2020-12-01', ratio: '1', source: BINANCE_STAKING },
  { from: 'ETH', to: 'ETH2', since: '2020-12-01', ratio: '1', source: COINBASE_STAKING },
  { from: 'ETH2', to: 'ETH', since: '2023-04-12', ratio: '1', source: COINBASE_STAKING },
  { from: 'FET', to: 'ASI', since: '2024-07-01', ratio: '1', source: ASI },
  { from: 'FNSA', to: 'KAIA', since: '2024-08-29', ratio: '148.079656', source: KAIA },
  {
    from: 'FTM',
    to: 'S',
    since: '2024-12-18',
    ratio: '1',
    source: 'https://docs.fantom.foundation/sonic-migration/app-token-migration',
  },
  { from: 'KLAY', to: 'KAIA', since: '2024-08-29', ratio: '1', source: KAIA },
  { from: 'LUNA', to: 'LUNC', since: '2022-05-27', ratio: '1', source: TERRA },
  {
    from: 'MATIC',
    to: 'POL',
    since: '2023-10-25',
    ratio: '1',
    source: 'https://forum.polygon.technology/t/pip-18-polygon-2-0-phase-0-frontier/12913',
  },
  {
    from: 'MKR',
    to: 'SKY',
    since: '2024-09-18',
    ratio: '24000',
    source:
      'https://governance.aave.com/t/arfc-chaos-labs-migrating-mkr-to-sky-on-aave-v3-ethereum-main-market-10-20-24/19540',
  },
  { from: 'OCEAN', to: 'ASI', since: '2024-07-01', ratio: '0.433226', source: ASI },
  { from: 'OCEAN', to: 'FET', since: '2024-07-01', ratio: '0.433226', source: ASI },
  {
    from: 'RNDR',
    to: 'RENDER',
    since: '2023-11-02',
    ratio: '1',
    source:
      'https://blocking.net/render-network-migrated-to-solana-offering-a-new-token-render-and-its-exchange-methods-and.html',
  },
  { from: 'UST', to: 'USTC', since: '2022-05-27', ratio: '1', source: TERRA },
];

interface DatedRename {
  readonly rename: Rename;
  readonly sinceUs: number;
  /** Units of `to` for one unit of `from`, with RATIO_SCALE fraction digits. */
  readonly ratio: bigint;
}

const BY_PAIR: ReadonlyMap<string, DatedRename> = new Map(
  RENAMES.map((rename) => [
    `${rename.from} ${rename.to}`.toLowerCase(),
    { rename, sinceUs: parseInstantUs(`${rename.since}T00:00:00Z`) ?? 0, ratio: ratioOf(rename.ratio) },
  ]),
);

function ratioOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole) * RATIO_UNIT + BigInt(fraction.padEnd(RATIO_SCALE, '0'));
}

/** Returns the row by which one symbol became another one at an instant or before, or null. Letter case does not count. */
export function renameAt(from: string, to: string, atUs: number): Rename | null {
  const dated = BY_PAIR.get(`${from} ${to}`.toLowerCase());
  return dated === undefined || atUs < dated.sinceUs ? null : dated.rename;
}

/** Returns whether any row names the symbol as the one that became another. */
export function wasRenamed(symbol: string): boolean {
  return RENAMED.has(symbol.toLowerCase());
}

const RENAMED: ReadonlySet<string> = new Set(RENAMES.map(({ from }) => from.toLowerCase()));

/** Returns what an amount of the old asset is in units of the new one, rounded down. */
export function renamedAmount({ from, to }: Rename, amount: bigint): bigint {
  const dated = BY_PAIR.get(`${from} ${to}`.toLowerCase());
  return dated === undefined ? amount : (amount * dated.ratio) / RATIO_UNIT;
}

/** The symbols that renames connect, in lower case, by each of them. */
const CONNECTED: ReadonlyMap<string, readonly string[]> = connectedSymbols();

function connectedSymbols(): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, Set<string>>();
  for (const { from, to } of RENAMES) {
    const [one, other] = [from.toLowerCase(), to.toLowerCase()];
    const all = new Set([one, other, ...(groups.get(one) ?? []), ...(groups.get(other) ?? [])]);
    for (const symbol of all) groups.set(symbol, all);
  }
  // Shortest first, so that a family is named after the asset rather than after a variant of its symbol.
  const inOrder = (all: ReadonlySet<string>): string[] =>
    [...all].toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return new Map([...groups].map(([symbol, all]) => [symbol, inOrder(all)]));
}

/** Returns the symbols that renames connect with a symbol in lower case, itself included, shortest first. */
export function connectedByRenames(symbol: string): readonly string[] {
  return CONNECTED.get(symbol) ?? [symbol];
}
