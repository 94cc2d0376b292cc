/** A page of a report has a bounded number of lines, whatever its disposals took. */
import { describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { LIMITS } from '@ctx/domain/limits';
import { ok } from '../api/client.ts';
import { useStack, useUser } from './kit.ts';
import { event } from './stack.ts';

type Page = Schema<'YearReportPage'>;

const DISPOSALS = 30;
/** With its own line, each disposal has 100. */
const LOTS_OF_EACH = 99;
const ACCOUNT = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };
const FACTS: readonly object[] = [
  ACCOUNT,
  ...Array.from({ length: DISPOSALS * LOTS_OF_EACH }, (_each, index) =>
    event(`B${String(index)}`, 'ACQUISITION', '1', '2026-01-05T10:00:00Z', '1'),
  ),
  ...Array.from({ length: DISPOSALS }, (_each, index) =>
    event(`S${String(index)}`, 'DISPOSITION', String(LOTS_OF_EACH), '2026-02-05T10:00:00Z', '200'),
  ),
];

const stack = useStack();
const user = useUser(stack, { facts: FACTS });

describe('A page of disposals of a report', () => {
  it('has at most 2,000 lines, and the pages have each disposal once with all its lots', async () => {
    const pages: Page[] = [];
    for (let after: string | null | undefined; after !== null; after = pages.at(-1)?.next ?? null) {
      const query = typeof after === 'string' ? { after } : {};
      const params = { path: { year: 2026 }, query };
      pages.push((await ok(user.api.GET('/api/v1/years/{year}/report', { params }))) as Page);
    }
    const sizes = pages.map(({ lines }) => lines.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(LIMITS.reportLinesPerPage);
    const lines = pages.flatMap((page) => page.lines);
    const disposals = lines.flatMap(({ section, taxEventId }) =>
      section === 'DISPOSAL' ? [taxEventId] : [],
    );
    expect([disposals.length, new Set(disposals).size]).toEqual([DISPOSALS, DISPOSALS]);
    const lots = lines.flatMap(({ section, lotId }) => (section === 'LOT' ? [lotId] : []));
    expect([lots.length, new Set(lots).size]).toEqual([DISPOSALS * LOTS_OF_EACH, DISPOSALS * LOTS_OF_EACH]);
  });
});
