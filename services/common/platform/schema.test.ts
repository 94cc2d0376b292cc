import { describe, expect, it } from '@jest/globals';
import type { Pool } from './postgres.ts';
import { NotReady, requireSchema, SCHEMA_NEEDED } from './schema.ts';
import { UNRELEASED_ADVICE, UNRELEASED_MIGRATION } from './unreleased-schema.ts';

/** A pool of a database in which these migrations have run. */
const databaseWith = (...ran: readonly string[]): Pool =>
  ({
    query: (_text: string, [name]: readonly [string]) =>
      Promise.resolve({ rowCount: ran.includes(name) ? 1 : 0 }),
  }) as unknown as Pool;

describe('The schema', () => {
  it('is accepted once the newest migration of this release has run', async () => {
    await expect(
      requireSchema(databaseWith(SCHEMA_NEEDED, '9000_of-a-later-release')),
    ).resolves.toBeUndefined();
  });

  it('of a database without that migration is rejected by its name', async () => {
    await expect(requireSchema(databaseWith('0001_roles'))).rejects.toThrow(SCHEMA_NEEDED);
  });

  it('of a version before 1.0.0 is rejected with what to do', async () => {
    const database = databaseWith(UNRELEASED_MIGRATION, '0042_counts-of-contributions');
    await expect(requireSchema(database)).rejects.toThrow(new NotReady(UNRELEASED_ADVICE));
  });
});
