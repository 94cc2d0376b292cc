import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { parseQuery } from './input.ts';

const SCHEMA = z.strictObject({ year: z.int32().min(2009).max(2100), asset: z.string().optional() });

// prettier-ignore
const ROWS: readonly [query: string, parsed: object][] = [
  ['year=2026', { input: { year: 2026 } }],
  ['year=2026&', { input: { year: 2026 } }],
  ['year=2026&asset=a%20b+c', { input: { year: 2026, asset: 'a b c' } }],
  ['year=2026&asset=a=b?c', { input: { year: 2026, asset: 'a=b?c' } }],
  ['year=2026&asset=%', { input: { year: 2026, asset: '%' } }],
  ['year=2026&asset=%zz', { input: { year: 2026, asset: '%zz' } }],
  ['year=2026&asset=%E2%82%AC', { input: { year: 2026, asset: '€' } }],
  ['year=2026&asset=%E0%A4%A', { fieldErrors: [{ field: 'asset', message: 'is not percent-encoded UTF-8' }] }],
  ['year=2026&asset=%ED%A0%80', { fieldErrors: [{ field: 'asset', message: 'is not percent-encoded UTF-8' }] }],
  ['year=2026&%FF=1', { fieldErrors: [{ field: 'query', message: 'is not percent-encoded UTF-8' }] }],
  ['year=2026&year=x', { fieldErrors: [{ field: 'year', message: 'is given more than once' }] }],
  ['year=2026&__proto__=1', { fieldErrors: [{ field: '__proto__', message: 'is unknown: expected one of year, asset' }] }],
  ['year=2026&constructor=1', { fieldErrors: [{ field: 'constructor', message: 'is unknown: expected one of year, asset' }] }],
  ['', { fieldErrors: [{ field: 'year', message: 'is required and must be a whole number from 2009 to 2100' }] }],
];

describe('parseQuery', () => {
  it.each(ROWS)('parses the query "%s" to %j', (query, parsed) => {
    expect(parseQuery(SCHEMA, query)).toEqual(parsed);
  });

  it('reports at most 20 field errors, however many unknown names are repeated', () => {
    const query = Array.from({ length: 2000 }, (_each, index) => `a${String(index % 1000)}=1`).join('&');
    expect((parseQuery(SCHEMA, query) as { fieldErrors: object[] }).fieldErrors).toHaveLength(20);
  });
});
