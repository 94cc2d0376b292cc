/** Settings from files: read at the start, and again when they change. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SecretFolder } from '../../../test/secret-folder.ts';
import { type Config, FROM_FILES, readSetting, SETTINGS } from './config.ts';
import type { Logger } from './log.ts';
import { watchSettings } from './watched-settings.ts';

const LOOK_MS = 5000;
const [first, second] = [randomBytes(32), randomBytes(32)];
const GOOD = {
  DATABASE_URL: 'postgres://ctx_read:one@127.0.0.1/ctx\n',
  CALLER_KEY: first.toString('base64'),
  NATS_URL: 'nats://recalc:one@127.0.0.1',
};
type WatchedName = keyof typeof GOOD;

let folder: SecretFolder;
let config: Config<WatchedName>;
let logged: unknown[];

beforeEach(() => {
  jest.useFakeTimers();
  folder = new SecretFolder(GOOD);
  for (const name of Object.keys(GOOD)) process.env[`${name}_FILE`] = folder.file(name);
  config = {
    DATABASE_URL: readSetting('DATABASE_URL').value,
    CALLER_KEY: readSetting('CALLER_KEY').value,
    NATS_URL: readSetting('NATS_URL').value,
  };
  logged = [];
  const note = (fields: { setting: string }, message: string): void => {
    logged.push([fields.setting, message]);
  };
  watchSettings(config, { info: note, warn: note } as unknown as Logger);
});
afterEach(() => {
  jest.useRealTimers();
  for (const name of Object.keys(GOOD)) Reflect.deleteProperty(process.env, `${name}_FILE`);
  folder.remove();
});

function replace(texts: Partial<typeof GOOD>): void {
  folder.put({ ...GOOD, ...texts });
  jest.advanceTimersByTime(LOOK_MS);
}

describe('a setting from a file', () => {
  it('has the text of the file, without the line break at its end', () => {
    expect(config).toEqual({
      DATABASE_URL: 'postgres://ctx_read:one@127.0.0.1/ctx',
      CALLER_KEY: [first],
      NATS_URL: 'nats://recalc:one@127.0.0.1',
    });
  });

  it('has the new text once Kubernetes has replaced the files', () => {
    replace({
      DATABASE_URL: 'postgres://ctx_read:two@127.0.0.1/ctx',
      CALLER_KEY: [second, first].map((key) => key.toString('base64')).join(','),
    });
    expect(config.DATABASE_URL).toBe('postgres://ctx_read:two@127.0.0.1/ctx');
    expect(config.CALLER_KEY).toEqual([second, first]);
    expect(logged).toEqual([
      ['DATABASE_URL', 'setting reloaded from its file'],
      ['CALLER_KEY', 'setting reloaded from its file'],
    ]);
  });

  it('keeps its value, with one log line, while the file cannot be used', () => {
    replace({ CALLER_KEY: 'short', DATABASE_URL: '' });
    jest.advanceTimersByTime(3 * LOOK_MS);
    expect(config.CALLER_KEY).toEqual([first]);
    expect(config.DATABASE_URL).toBe('postgres://ctx_read:one@127.0.0.1/ctx');
    expect(logged).toEqual([
      ['DATABASE_URL', 'setting not reloaded, keeping the current value'],
      ['CALLER_KEY', 'setting not reloaded, keeping the current value'],
    ]);
    replace({ CALLER_KEY: second.toString('base64') });
    expect(config.CALLER_KEY).toEqual([second]);
  });

  it('keeps its value until the next start if it cannot change while the service runs', () => {
    replace({ NATS_URL: 'nats://recalc:two@127.0.0.1' });
    jest.advanceTimersByTime(3 * LOOK_MS);
    expect(config.NATS_URL).toBe('nats://recalc:one@127.0.0.1');
    expect(logged).toEqual([['NATS_URL', 'setting changed in its file, restart to use it']]);
  });

  it.each(['', 'short', 'not base64 of 32 bytes'])('is not in an error message: %j', (text) => {
    folder.put({ ...GOOD, CALLER_KEY: text });
    expect(() => readSetting('CALLER_KEY')).toThrow(/^CALLER_KEY_FILE: (".+" is empty|must be base64 .+)$/);
  });

  it('is offered for each setting that holds a key, a secret or a password', () => {
    const secret = Object.keys(SETTINGS).filter((name) =>
      /KEYS?$|SECRET$|^(\w+_)?(DATABASE|NATS)(_\w+)?_URL$/.test(name),
    );
    expect(Object.keys(FROM_FILES).sort()).toEqual(secret.sort());
  });
});
