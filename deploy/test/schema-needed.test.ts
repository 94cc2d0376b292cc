/** The services require the newest migration of this release (docs/adr/0016). */
import { expect, it } from '@jest/globals';
import { SCHEMA_NEEDED } from '@ctx/platform/schema';
import { migrationNames } from '../stack/migrate.ts';

it('SCHEMA_NEEDED in platform/schema.ts names the newest migration', () => {
  expect(SCHEMA_NEEDED).toBe(migrationNames().at(-1));
});
