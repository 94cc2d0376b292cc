/** What services ask of the schema is what this release brings (docs/adr/0016). */
import { readdirSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { SCHEMA_NEEDED } from '@ctx/common/platform/schema';

it('services need the newest migration: whoever adds one moves SCHEMA_NEEDED in platform/schema.ts', () => {
  const migrations = readdirSync(new URL('../migrations', import.meta.url)).sort();
  expect(`${SCHEMA_NEEDED}.sql`).toBe(migrations.at(-1));
});
