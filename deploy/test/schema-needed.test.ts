/** The services require the newest migration of this release (docs/adr/0016). */
import { readdirSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { SCHEMA_NEEDED } from '@ctx/platform/schema';

it('SCHEMA_NEEDED in platform/schema.ts names the newest migration', () => {
  const migrations = readdirSync(new URL('../migrations', import.meta.url)).sort();
  expect(`${SCHEMA_NEEDED}.sql`).toBe(migrations.at(-1));
});
