/** `npm run chart:docs`: writes the chart's README. */
import { readFileSync, writeFileSync } from 'node:fs';
import { helpOnly } from '../command-line.ts';
import { readme } from './readme.ts';

helpOnly(`npm run chart:docs

Writes charts/crypto-tax/README.md from values.yaml.

  --help    print this help
`);

const chart = new URL('../../charts/crypto-tax/', import.meta.url);
writeFileSync(new URL('README.md', chart), readme(readFileSync(new URL('values.yaml', chart), 'utf8')));
