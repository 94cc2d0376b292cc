/** What the files of Etherscan and its siblings have in common: their columns, the address of the owner, the symbols of tokens. */
import { isMoney, symbolOf } from '../assets.ts';
import type { Booking } from '../booking.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';

export const ETHERSCAN: Format['platform'] = { name: 'Etherscan', source: null };

export const DOWNLOAD =
  'On the page of your address at Etherscan, BscScan, Polygonscan, Arbiscan, Basescan, Snowtrace or another explorer of the same make: ';
export const TRAPS: readonly string[] = [
  'The explorer has four files: transactions, internal transactions, tokens (ERC-20) and NFTs. Import all of them into one account, with `--account` for each address and chain: the hash joins their rows.',
  'A file has at most 5,000 rows: export several periods.',
  'An exchange of the coin of the chain for a token is in two files: it is one exchange as soon as both are in one account. Until then, and for tokens that were sent or received, the inbox asks.',
];

const WITH_UNIT = /^(value_in|value_out|txnfee)\((\w+)\)?$/;
const RENAMED = new Map([
  ['txhash', 'transaction hash'],
  ['datetime (utc)', 'datetime'],
  ['value', 'tokenvalue'],
]);

/** Returns the name of a column without its unit, which follows the chain. */
export function withoutUnit(column: string): string {
  const [, name, unit] = WITH_UNIT.exec(column) ?? [];
  return name === undefined || unit === 'usd' ? (RENAMED.get(column) ?? column) : name;
}

/** Returns the coin of the chain, such as `ETH`, from the name of a column. */
export function coinOf(header: readonly string[]): string {
  const units = header.map((name) => WITH_UNIT.exec(name)?.[2]);
  return (units.find((unit) => unit !== undefined && unit !== 'usd') ?? 'eth').toUpperCase();
}

export function hashOf(row: Row): string {
  return row.required('transaction hash').toLowerCase();
}

export function addressIn(row: Row, column: string): string {
  return row.text(column).toLowerCase();
}

const ADDRESS = /0x[0-9a-f]{40}/i;

/** Returns the address of the owner: it is in the name of the file, or else the one with the most rows; null if two have as many. */
export function ownerOf(rows: readonly Row[], filename: string): string | null {
  const named = ADDRESS.exec(filename)?.[0].toLowerCase();
  if (named !== undefined) return named;
  const counts = new Map<string, number>();
  for (const row of rows)
    for (const address of new Set(['from', 'to'].map((column) => addressIn(row, column))))
      if (address !== '') counts.set(address, (counts.get(address) ?? 0) + 1);
  const [first, second] = [...counts].toSorted(([, left], [, right]) => right - left);
  return first === undefined || first[1] === second?.[1] ? null : first[0];
}

/** Leaves out rows of which the file does not say whether they came in or left. */
export function leaveOutWithoutOwner(rows: readonly Row[], booking: Booking): void {
  booking.leaveOut(rows, 'UNKNOWN_TYPE', 'transfer of an address that only the name of the file tells');
}

/** Contracts of well-known tokens. Every other token with one of these symbols is a namesake. */
const CONTRACTS: Readonly<Record<string, string>> = {
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': 'USDC',
  '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d': 'USDC',
  '0x2791bca1f2de4661ed88a30c99a7a9449aa84174': 'USDC',
  '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359': 'USDC',
  '0xaf88d065e77c8cc2239327c5edb3a432268e5831': 'USDC',
  '0x0b2c639c533813f4aa9d7837caf62653d097ff85': 'USDC',
  '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913': 'USDC',
  '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e': 'USDC',
  '0xdac17f958d2ee523a2206206994597c13d831ec7': 'USDT',
  '0x55d398326f99059ff775485246999027b3197955': 'USDT',
  '0xc2132d05d31c914a87c6611c10748aeb04b58e8f': 'USDT',
  '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9': 'USDT',
  '0x1abaea1f7c830bd89acc67ec4af516284b1bc33c': 'EURC',
  '0x6b175474e89094c44da98b954eedeac495271d0f': 'DAI',
  '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2': 'WETH',
  '0x7ceb23fd6bc0add59e62ac25578270cff1b9f619': 'WETH',
  '0x82af49447d8a07e3bd95bd0d56f35241523fbab1': 'WETH',
  '0x4200000000000000000000000000000000000006': 'WETH',
  '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c': 'WBNB',
  '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599': 'WBTC',
  '0xae7ab96520de3a18e5e111b5eaab095312d7fe84': 'STETH',
  '0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0': 'WSTETH',
  '0x514910771af9ca656af840dff83e8264ecf986ca': 'LINK',
  '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984': 'UNI',
  '0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9': 'AAVE',
  '0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2': 'MKR',
  '0x95ad61b0a150d79219dcf64e1e6cc01f0b64c4ce': 'SHIB',
  '0x6982508145454ce325ddbe47a25d4ec3d2311933': 'PEPE',
  '0x7d1afa7b718fb893db30a3abc0cfc608aacfebb0': 'MATIC',
  '0x912ce59144191c1204e64559fe8253a0e49e6548': 'ARB',
  '0x4200000000000000000000000000000000000042': 'OP',
};
const PROTECTED: ReadonlySet<string> = new Set([
  ...Object.values(CONTRACTS),
  ...'BTC ETH BNB POL AVAX FTM S XDAI CRO SOL ADA XRP DOT DOGE LTC'.split(' '),
]);

/**
 * Returns the symbol of a token. A token that calls itself like a well-known one gets its contract behind its symbol; one whose symbol is no
 * symbol, such as the text of an advertisement, has its contract as its symbol.
 */
export function tokenSymbol(row: Row): string {
  const contract = addressIn(row, 'contractaddress');
  const known = CONTRACTS[contract];
  if (known !== undefined) return known;
  const symbol = symbolOf(row.text('tokensymbol'));
  if (symbol === null || symbol.includes('/') || /\.[A-Z]{2,}$/.test(symbol))
    return contract || row.required('contractaddress');
  return PROTECTED.has(symbol) || isMoney(symbol) ? `${symbol}-${contract}` : symbol;
}
