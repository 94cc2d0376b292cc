/** `npm run sbom`: writes a bill of materials for each image (CycloneDX, JSON), and docs/licences.md. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { billsOf } from './dependencies.ts';
import { licencesDocument } from './licences.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OUT = '.cache/sbom';
const HELP = `npm run sbom [-- --out FOLDER]

Writes a bill of materials for each image, IMAGE.cdx.json (CycloneDX, JSON), from package-lock.json, and docs/licences.md.

  --out     folder for the bills (default ${OUT})
  --help    print this help
`;

const { values } = parseArgs({ options: { out: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
if (values.help === true) {
  process.stdout.write(HELP);
  process.exit(0);
}
const folder = resolve(values.out ?? join(ROOT, OUT));
mkdirSync(folder, { recursive: true });
const bills = billsOf(ROOT);
for (const [image, bill] of bills) {
  const file = join(folder, `${image}.cdx.json`);
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  process.stdout.write(`${file}: ${String(bill.components.length)} components\n`);
}
writeFileSync(join(ROOT, 'docs/licences.md'), licencesDocument(bills));
