/** `npm run chart:docs`: writes the chart's README. */
import { readFileSync, writeFileSync } from 'node:fs';
import { readme } from './readme.ts';

const chart = new URL('../../charts/crypto-tax/', import.meta.url);
writeFileSync(new URL('README.md', chart), readme(readFileSync(new URL('values.yaml', chart), 'utf8')));
