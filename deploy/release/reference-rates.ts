/** `npm run reference-rates`: cuts the file of the ECB to the rates that ship with the product (deploy/ctx/reference). */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isMoney } from '@ctx/converters/assets';
import { convertPrices } from '@ctx/converters/prices';
import { FILE_BYTES_MAX } from '@ctx/converters/table';
import { unpacked } from '@ctx/converters/unpack';
import { LIMITS } from '@ctx/domain/limits';

const OUT = fileURLToPath(new URL('../ctx/reference/ecb-rates.csv', import.meta.url));
const HELP = `npm run reference-rates -- FILE

Writes the rates that ship with the product from the file of the ECB, eurofxref-hist.zip or eurofxref-hist.csv: the years from ${String(LIMITS.yearMin)} and the
currencies that exchanges keep. Then write the new facts into deploy/test/ctx/reference-rates.test.ts.
`;
const NOT_QUOTED = 'N/A';

/** Returns the lines of a file of the ECB that ship with the product, newest first as in the file. */
function cut(text: string): string {
  const [header = '', ...lines] = text.trim().split(/\r?\n/);
  const names = header.split(',');
  const kept = names.flatMap((name, index) => (index === 0 || isMoney(name) ? [index] : []));
  const rows = lines.filter((line) => line >= String(LIMITS.yearMin)).map((line) => line.split(','));
  const cells = [names, ...rows].map((row) =>
    kept.map((index) => (row[index] === NOT_QUOTED ? '' : (row[index] ?? ''))),
  );
  return `${cells.map((row) => row.join(',')).join('\n')}\n`;
}

const { values, positionals } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' } },
  allowPositionals: true,
});
const [file] = positionals;
if (values.help === true || file === undefined) {
  process.stdout.write(HELP);
  process.exit(values.help === true ? 0 : 2);
}
const [part] = await unpacked({ name: basename(file), bytes: readFileSync(file) }, FILE_BYTES_MAX);
const text = cut(Buffer.from(part?.bytes ?? []).toString('utf8'));
const { prices, faults } = convertPrices(Buffer.from(text));
if (faults.length > 0) throw new Error(JSON.stringify(faults));
writeFileSync(OUT, text);
process.stdout.write(`${OUT}: ${String(text.length)} bytes, ${String(prices.length)} prices\n`);
