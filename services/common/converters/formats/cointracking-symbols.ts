/** Symbols of CoinTracking: it tells assets that share a symbol apart by a number, so that Solana is `SOL2` there. */
import type { Part } from '../entries.ts';

/** The assets that other platforms call by the symbol alone (https://cointracking.info/coin_charts.php). A number elsewhere belongs to the symbol. */
const NUMBERED: Readonly<Record<string, string>> = {
  ANC2: 'ANC',
  ASTRO5: 'ASTRO',
  ATOM2: 'ATOM',
  BETH3: 'BETH',
  GLOW3: 'GLOW',
  INJ2: 'INJ',
  LOOP2: 'LOOP',
  // Terra of before May 2022 goes by this symbol since then, and its successor took the old one.
  LUNA2: 'LUNC',
  LUNA3: 'LUNA',
  MARS6: 'MARS',
  MIR2: 'MIR',
  NTRN2: 'NTRN',
  ORION2: 'ORION',
  PRISM3: 'PRISM',
  SD2: 'SD',
  SOL2: 'SOL',
  STARS3: 'STARS',
  TIA3: 'TIA',
  WEN3: 'WEN',
  WHALE3: 'WHALE',
};

/** Returns parts with the symbols that other platforms give their assets. */
export function withCommonSymbols(parts: readonly Part[]): Part[] {
  return parts.map(({ symbol, amount }) => ({ symbol: NUMBERED[symbol] ?? symbol, amount }));
}
