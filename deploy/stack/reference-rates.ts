/** The exchange rates of a local stack: those that ship with the product, loaded once for each version of them. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLED_RATES } from '../ctx/price-files.ts';
import type { RunCtx } from './ctx-process.ts';

/** DATA_DIR/reference-rates.json. */
interface LoadedRates {
  readonly sha256: string;
}

/** Loads the rates of the ECB that ship with the product, if this version of them is not loaded yet. Changes no stored price. */
export async function ensureRates(dataDir: string, ctx: RunCtx, say: (line: string) => void): Promise<void> {
  const file = join(dataDir, 'reference-rates.json');
  const sha256 = createHash('sha256').update(readFileSync(BUNDLED_RATES)).digest('hex');
  if (existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as LoadedRates).sha256 === sha256) return;
  await ctx(['prices', 'import', '--shared', '--bundled']);
  writeFileSync(file, `${JSON.stringify({ sha256 } satisfies LoadedRates)}\n`, { mode: 0o600 });
  say('exchange rates of the ECB loaded');
}
