/** docs/configuration.md and the settings it is made from. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { SETTINGS, TOGETHER } from '@ctx/platform/config';
import { SERVICES } from '../../deploy/stack/secrets.ts';
import { configurationText, settingsOf } from './configuration.ts';
import { CONFIGURATION_FILE } from './generate.ts';

describe('docs/configuration.md', () => {
  it('is kept as it is generated: `npm run openapi` after a change', async () => {
    expect(await configurationText()).toBe(readFileSync(CONFIGURATION_FILE, 'utf8'));
  });

  it('holds every setting there is: each is read by a service, and each says what it means', async () => {
    const read = (await Promise.all(SERVICES.map(settingsOf))).flat();
    expect([...new Set(read)].toSorted()).toEqual(Object.keys(SETTINGS).toSorted());
    for (const schema of Object.values(SETTINGS)) expect(schema.description).toMatch(/\w/);
  });

  it('a service that reads one of a group that is set together reads all of it', async () => {
    for (const service of SERVICES) {
      const names = await settingsOf(service);
      for (const group of TOGETHER) {
        const read = group.filter((name) => names.includes(name));
        expect([0, group.length]).toContain(read.length);
      }
    }
  });
});
