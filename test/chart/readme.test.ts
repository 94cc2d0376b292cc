import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { CHART } from './helm.ts';
import { describeValues, readme, undescribed } from './readme.ts';

const values = readFileSync(`${CHART}/values.yaml`, 'utf8');

describe('the chart’s README', () => {
  it('is up to date with values.yaml (otherwise run npm run chart:docs)', () => {
    expect(readFileSync(`${CHART}/README.md`, 'utf8')).toBe(readme(values));
  });

  it('describes every value', () => {
    expect(undescribed(values)).toEqual([]);
    const text = readme(values);
    for (const { key } of describeValues(values).filter(({ key }) => key.includes('.')))
      expect(text).toContain(`\`${key}\``);
  });

  it('check reports a value without a description', () => {
    expect(undescribed('# A part.\na:\n  # One.\n  b: 1\n  c: 2\n# Open.\nd:\n  e: 3\n')).toEqual(['a.c']);
  });
});

describe('Chart.yaml', () => {
  const chart = parse(readFileSync(`${CHART}/Chart.yaml`, 'utf8')) as Record<string, string>;
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };

  it('has the same version as the services', () => {
    expect(chart).toMatchObject({
      apiVersion: 'v2',
      version: manifest.version,
      appVersion: manifest.version,
    });
  });
});
