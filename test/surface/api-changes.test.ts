/** The changelog of the API agrees with the interface description, and shows what is new. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type ApiRecord, changelogText, partsAfter, partsOf, withChanges } from './api-changes.ts';
import { API_CHANGELOG_FILE, API_RECORD_FILE, documentText } from './generate.ts';

type Description = Parameters<typeof partsOf>[0];
const RECORD = JSON.parse(readFileSync(API_RECORD_FILE, 'utf8')) as ApiRecord;

/** A description with one operation and one record. */
function description(changes: Partial<Record<'fields' | 'parameters' | 'paths', object>> = {}): Description {
  const operation = {
    operationId: 'getMe',
    parameters: Object.entries(changes.parameters ?? {}).map(([name, schema]) => ({
      name,
      schema: schema as object,
    })),
    responses: { 200: { content: { 'application/json': { schema: {} } } } },
  };
  const properties = { plan: { type: 'string', 'x-extensible-enum': ['pro'] }, ...changes.fields };
  return {
    paths: { '/api/v1/me': { get: operation }, ...changes.paths },
    components: { schemas: { Me: { properties } } },
  } as Description;
}
const before: ApiRecord = { release: '1.0.0', parts: partsOf(description()), days: [] };
const changesOf = (after: Description, date = '2031-02-03'): ApiRecord =>
  withChanges(before, partsOf(after), date);

describe('The changelog of the API', () => {
  it('agrees with the interface description (run `npm run openapi` after a change)', () => {
    expect(partsAfter(RECORD)).toEqual(partsOf(JSON.parse(documentText()) as Description));
    expect(readFileSync(API_CHANGELOG_FILE, 'utf8')).toBe(changelogText(RECORD));
  });

  it('has days in order, and nothing released has left', () => {
    const dates = RECORD.days.map(({ date }) => date);
    expect(dates).toEqual([...new Set(dates)].toSorted());
    const now = new Set(partsAfter(RECORD));
    expect(RECORD.parts.filter((part) => !now.has(part))).toEqual([]);
  });

  it('lists a field, a value, a parameter and an operation that are added', () => {
    const files = { operationId: 'listFiles', parameters: [{ name: 'page', schema: {} }], responses: {} };
    const after = description({
      fields: { plan: { 'x-extensible-enum': ['pro', 'content too large'] }, since: {} },
      parameters: { year: { enum: ['a'] } },
      paths: { '/api/v1/files': { get: files } },
    });
    const [, text = ''] = changelogText(changesOf(after)).split('## 2031-02-03\n');
    expect(text.match(/^- .*/gm)).toEqual([
      '- [`listFiles`](/docs/operations/listFiles): `GET /api/v1/files`',
      '- [`getMe`](/docs/operations/getMe): `year`',
      '- `Me`: `since`',
      '- `Me.plan`: `content too large`',
    ]);
  });

  it('keeps one list a day, from which a part leaves that is taken back the same day', () => {
    const once = changesOf(description({ fields: { since: {} } }));
    expect(once.days).toEqual([{ date: '2031-02-03', added: ['field Me since'], removed: [] }]);
    expect(withChanges(once, partsOf(description()), '2031-02-03').days).toEqual([]);
    const later = withChanges(once, partsOf(description({ fields: { until: {} } })), '2031-02-04');
    expect(later.days[1]).toEqual({
      date: '2031-02-04',
      added: ['field Me until'],
      removed: ['field Me since'],
    });
    expect(changelogText(later).indexOf('2031-02-04')).toBeLessThan(
      changelogText(later).indexOf('2031-02-03'),
    );
    expect(changelogText(later)).toContain('### Removed before they were released\n\n- `field Me since`');
  });

  it('stays as it is when nothing changes', () => {
    expect(changesOf(description())).toEqual(before);
    expect(changelogText(before)).not.toContain('## ');
  });
});
