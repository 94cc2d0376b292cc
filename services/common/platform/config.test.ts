import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SecretFolder } from '../../../test/secret-folder.ts';

const CONFIG = fileURLToPath(new URL('./load-config.ts', import.meta.url));
const NAMES = ['BASE_URL', 'SIGN_IN_ISSUER', 'SIGN_IN_CLIENT_ID', 'SIGN_IN_CLIENT_SECRET', 'SIGN_IN_LABEL'];

/** A process that reads these settings: what it read, or the faults it ended with. */
function load(environment: Readonly<Record<string, string>>): { config?: unknown; faults?: string[] } {
  const source = `import { loadConfig } from ${JSON.stringify(CONFIG)};
    process.stdout.write(JSON.stringify(loadConfig('test', ${JSON.stringify(NAMES)})));`;
  try {
    const env = { BASE_URL: 'https://tax.example.org', ...environment };
    const stdout = execFileSync(process.execPath, ['--input-type=module', '-e', source], {
      env,
      stdio: 'pipe',
    });
    return { config: JSON.parse(stdout.toString()) };
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: Buffer };
    expect(status).toBe(2);
    const [title, ...faults] = stderr.toString().trimEnd().split('\n');
    expect(title).toBe('test: bad configuration');
    return { faults: faults.map((fault) => fault.trim()) };
  }
}

const PROVIDER = {
  SIGN_IN_ISSUER: 'https://id.example.org/realms/tax',
  SIGN_IN_CLIENT_ID: 'ctx',
  SIGN_IN_CLIENT_SECRET: 'secret',
};

describe('The sign-in settings', () => {
  it('may name a provider', () => {
    expect(load({})).toEqual({ config: { BASE_URL: 'https://tax.example.org', SIGN_IN_LABEL: 'OpenID' } });
    const config = { BASE_URL: 'https://tax.example.org', ...PROVIDER, SIGN_IN_LABEL: 'Itsme' };
    expect(load({ ...PROVIDER, SIGN_IN_LABEL: ' Itsme ' })).toEqual({ config });
  });

  it('must be set all three or not at all; empty means not set; all faults are reported together', () => {
    const environment = {
      ...PROVIDER,
      BASE_URL: 'tax.example.org',
      SIGN_IN_CLIENT_ID: '',
      SIGN_IN_CLIENT_SECRET: '',
    };
    expect(load(environment).faults).toEqual([
      'BASE_URL: is not an origin, such as https://app.example.org',
      'SIGN_IN_CLIENT_ID: is required together with SIGN_IN_ISSUER and SIGN_IN_CLIENT_SECRET',
      'SIGN_IN_CLIENT_SECRET: is required together with SIGN_IN_ISSUER and SIGN_IN_CLIENT_ID',
    ]);
    expect(load({ SIGN_IN_CLIENT_SECRET: 'secret' }).faults).toHaveLength(2);
  });

  it.each([
    ['http://127.0.0.1:9000', true],
    ['http://[::1]:9000', true],
    ['http://localhost:9000/realm', true],
    ['http://id.example.org', false],
    ['http://localhost.example.org', false],
    ['ftp://id.example.org', false],
    ['https://user@id.example.org', false],
    ['https://id.example.org?x', false],
    ['id.example.org', false],
  ])('accept an issuer with https, or with http on the loopback: %s', (issuer, isTaken) => {
    expect(load({ ...PROVIDER, SIGN_IN_ISSUER: issuer }).faults === undefined).toBe(isTaken);
  });
});

describe('A secret', () => {
  let folder: SecretFolder;
  beforeAll(() => {
    folder = new SecretFolder({ secret: ' from a file\n', empty: '\n' });
  });
  afterAll(() => {
    folder.remove();
  });
  const { SIGN_IN_CLIENT_SECRET: variable, ...provider } = PROVIDER;

  it('may be given as a file, which counts for the settings that must be set together', () => {
    const environment = { ...provider, SIGN_IN_CLIENT_SECRET_FILE: folder.file('secret') };
    expect(load(environment).config).toMatchObject({ SIGN_IN_CLIENT_SECRET: 'from a file' });
    expect(load({ ...environment, SIGN_IN_CLIENT_SECRET: '' }).faults).toBeUndefined();
    expect(load({ SIGN_IN_CLIENT_SECRET_FILE: folder.file('secret') }).faults).toHaveLength(2);
  });

  it('is rejected as a variable and a file at once', () => {
    const both = { ...PROVIDER, SIGN_IN_CLIENT_SECRET_FILE: folder.file('secret') };
    expect(load({ ...both, SIGN_IN_CLIENT_SECRET: variable }).faults).toEqual([
      'SIGN_IN_CLIENT_SECRET: is set together with SIGN_IN_CLIENT_SECRET_FILE; set one of them',
    ]);
  });

  it('is rejected, with the path, if its file is missing or empty', () => {
    const faultsOf = (name: string) =>
      load({ ...provider, SIGN_IN_CLIENT_SECRET_FILE: folder.file(name) }).faults;
    expect(faultsOf('missing')).toEqual([
      expect.stringMatching(/^SIGN_IN_CLIENT_SECRET_FILE: ".+missing" cannot be read \(ENOENT\)$/),
    ]);
    expect(faultsOf('empty')).toEqual([expect.stringMatching(/^SIGN_IN_CLIENT_SECRET_FILE: ".+" is empty$/)]);
  });
});

describe('The public address', () => {
  it.each([
    ['http://127.0.0.1:8080', true],
    ['https://tax.example.org:8443', true],
    ['https://tax.example.org/', false],
    ['https://tax.example.org/api', false],
    ['https://TAX.example.org', false],
    ['https://tax.example.org:443', false],
  ])('must be an origin: %s', (address, isTaken) => {
    expect(load({ BASE_URL: address }).faults === undefined).toBe(isTaken);
  });
});
