/** `npm run chart:docs`: writes the READMEs of the charts, and the list of known values. */
import { readFileSync, writeFileSync } from 'node:fs';
import { helpOnly } from '../command-line.ts';
import { knownValues, type Schema } from './known-values.ts';
import { EVALUATION_HEAD, HEAD, readme } from './readme.ts';

helpOnly(`npm run chart:docs

Writes the README.md of each chart from its values.yaml, and charts/crypto-tax/known-values.json from values.schema.json.

  --help    print this help
`);

const charts = new URL('../../charts/', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, charts), 'utf8');
const write = (file: string, text: string): void => {
  writeFileSync(new URL(file, charts), text);
};

for (const [chart, head] of [
  ['crypto-tax', HEAD],
  ['crypto-tax-evaluation', EVALUATION_HEAD],
] as const)
  write(`${chart}/README.md`, readme(head, read(`${chart}/values.yaml`)));
const known = knownValues(JSON.parse(read('crypto-tax/values.schema.json')) as Schema);
write('crypto-tax/known-values.json', `${JSON.stringify(known, null, 2)}\n`);
