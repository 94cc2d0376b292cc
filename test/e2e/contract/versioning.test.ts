/** The version is in the path, and its promise of compatibility is kept (service.md, "Versioning"). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@ctx/contract/operations';
import { breakingChanges, type Document } from '../../surface/breaking-changes.ts';
import { documentText } from '../../surface/generate.ts';

const document = (): Document => JSON.parse(documentText()) as Document;

describe('Versioning', () => {
  it('1. the version is in the path: every operation is below /api/v1', () => {
    expect(OPERATIONS.filter(({ path }) => !path.startsWith('/api/v1/'))).toEqual([]);
    expect(Object.keys(document().paths).filter((path) => !path.startsWith('/api/v1/'))).toEqual([]);
  });

  it('2. additive changes may come without notice: no response schema is closed, and new fields and paths are not breaking', () => {
    const grown = document();
    const { schemas } = grown.components as unknown as {
      schemas: Record<string, { properties?: Record<string, unknown>; additionalProperties?: unknown }>;
    };
    // A client that is generated from a closed record would break at the first new field.
    const closed = Object.entries(schemas).filter(([, schema]) => schema.additionalProperties === false);
    expect(closed.map(([name]) => name).filter((name) => !name.endsWith('Request'))).toEqual([]);
    const records = ['Account', 'Transaction', 'YearSummary', 'ReviewQueueItem', 'Rule', 'AssetHolding'];
    for (const name of records) schemas[name]!.properties!['later'] = { type: 'string', nullable: true };
    Object.assign(grown.paths, { '/api/v1/later': {} });
    expect(breakingChanges(document(), grown)).toEqual([]);
  });

  it.each(OPERATIONS)('3. removing $method $path is found as a breaking change of v1', ({ method, path }) => {
    const without = document();
    Reflect.deleteProperty(without.paths[path]!, method.toLowerCase());
    expect(breakingChanges(document(), without)).toEqual([`${method} ${path}: removed`]);
  });

  it('3. there is a public changelog', () => {
    expect(readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8')).toMatch(/^## /m);
  });
});
