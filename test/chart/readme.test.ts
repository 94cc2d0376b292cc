import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { CHART, EVALUATION } from './helm.ts';
import { knownValues, type Schema } from './known-values.ts';
import { describeValues, EVALUATION_HEAD, HEAD, readme, undescribed } from './readme.ts';

describe.each([
  ['crypto-tax', CHART, HEAD],
  ['crypto-tax-evaluation', EVALUATION, EVALUATION_HEAD],
])('the README of %s', (_name, folder, head) => {
  const values = readFileSync(`${folder}/values.yaml`, 'utf8');

  it('is up to date with values.yaml (otherwise run npm run chart:docs)', () => {
    expect(readFileSync(`${folder}/README.md`, 'utf8')).toBe(readme(head, values));
  });

  it('describes every value', () => {
    expect(undescribed(values)).toEqual([]);
    const text = readme(head, values);
    for (const { key } of describeValues(values).filter(({ key }) => key.includes('.')))
      expect(text).toContain(`\`${key}\``);
  });
});

describe('the chart’s documents', () => {
  it('include the list of known values that values.schema.json gives (otherwise run npm run chart:docs)', () => {
    const read = (file: string): unknown => JSON.parse(readFileSync(`${CHART}/${file}`, 'utf8'));
    expect(read('known-values.json')).toEqual(knownValues(read('values.schema.json') as Schema));
  });

  it('check reports a value without a description', () => {
    expect(undescribed('# A part.\na:\n  # One.\n  b: 1\n  c: 2\n# Open.\nd:\n  e: 3\n')).toEqual(['a.c']);
  });
});

describe.each([
  ['crypto-tax', CHART],
  ['crypto-tax-evaluation', EVALUATION],
])('Chart.yaml of %s', (_name, folder) => {
  const chart = parse(readFileSync(`${folder}/Chart.yaml`, 'utf8')) as Record<string, unknown>;
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };

  it('has the same version as the services', () => {
    expect(chart).toMatchObject({
      apiVersion: 'v2',
      version: manifest.version,
      appVersion: manifest.version,
    });
    const dependencies = (chart['dependencies'] ?? []) as { version: string }[];
    for (const { version } of dependencies) expect(version).toBe(manifest.version);
  });
});
