/** docs/configuration.md and the settings from which it is generated. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { SETTINGS, TOGETHER } from '@ctx/platform/config';
import { SERVICES } from '../../deploy/stack/secrets.ts';
import { configurationText, settingsOf } from './configuration.ts';
import { CONFIGURATION_FILE } from './generate.ts';

describe('docs/configuration.md', () => {
  it('is up to date (run `npm run openapi` after a change)', async () => {
    expect(await configurationText()).toBe(readFileSync(CONFIGURATION_FILE, 'utf8'));
  });

  it('is made from settings that each have a reader and a description', async () => {
    const read = (await Promise.all(SERVICES.map(settingsOf))).flat();
    expect([...new Set(read)].toSorted()).toEqual(Object.keys(SETTINGS).toSorted());
    for (const schema of Object.values(SETTINGS)) expect(schema.description).toMatch(/\w/);
  });

  it('lists a group of settings that must be set together for a service completely or not at all', async () => {
    for (const service of SERVICES) {
      const names = await settingsOf(service);
      for (const group of TOGETHER) {
        const read = group.filter((name) => names.includes(name));
        expect([0, group.length]).toContain(read.length);
      }
    }
  });
});
