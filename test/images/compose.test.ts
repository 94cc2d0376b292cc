/** deploy/compose.yaml uses the images of the Dockerfile and the settings of the services, with least privilege. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { SETTINGS } from '@ctx/platform/config';
import { parse } from 'yaml';
import { findSystem } from '../../deploy/ctx/connect.ts';
import { dockerfile, ROOT, TARGETS } from './dockerfile.ts';

const run = promisify(execFile);
const SERVICES = ['gateway', 'read', 'corrections', 'recalc'] as const;

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly target: string };
  readonly user?: string;
  readonly profiles?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: object;
  readonly stop_grace_period?: string;
  readonly privileged?: boolean;
  readonly cap_add?: readonly string[];
}

const text = readFileSync(`${ROOT}/deploy/compose.yaml`, 'utf8');
const compose = parse(text, { merge: true }) as {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
};
const entries = Object.entries(compose.services);

function serviceOf(name: string): Service {
  const service = compose.services[name];
  if (service === undefined) throw new Error(`no service ${name}`);
  return service;
}

/** The secrets, created by the commands in the header of the file. */
const secrets = ((): ReadonlyMap<string, string> => {
  const [head = ''] = text.split('\nx-hardened');
  const [commands = ''] = /\(umask [^]*?deploy\/\.env\)/.exec(head.replace(/^# ?/gm, '')) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'ctx-compose-'));
  try {
    mkdirSync(join(folder, 'deploy'));
    execFileSync('sh', ['-euc', commands], { cwd: folder, stdio: 'pipe' });
    const lines = readFileSync(join(folder, 'deploy/.env'), 'utf8').trim().split('\n');
    return new Map(lines.map((line) => /^(\w+)=(.*)$/.exec(line)?.slice(1) as [string, string]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
})();

/** Resolves a value like compose does: `${NAME:?message}` and `${NAME:-default}`. */
function resolved(value: string): string {
  return value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest?: string) =>
    kind === '-' ? (rest ?? '') : (secrets.get(name) ?? ''),
  );
}

describe('deploy/compose.yaml', () => {
  it('runs the four services, migrations and ctx from targets of the Dockerfile, without latest tags', () => {
    const built = entries.filter(([, { build }]) => build !== undefined);
    expect(new Set(built.map(([, { build }]) => build?.target))).toEqual(new Set(TARGETS));
    for (const [, { image, build }] of built) {
      expect(dockerfile().stages.map(({ name }) => name)).toContain(build?.target);
      expect(image.split(':')[0]).toBe(`crypto-tax/${build?.target ?? ''}`);
      expect(build?.context).toBe('..');
    }
    for (const name of SERVICES) expect(serviceOf(name).build?.target).toBe(name);
    for (const [, { image }] of entries) expect(image).toMatch(/:(?!latest$)[\w.-]+(@sha256:[0-9a-f]{64})?$/);
  });

  it('hardens every container', () => {
    for (const [name, service] of entries) {
      expect({ name, ...service }).toMatchObject({
        name,
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        pids_limit: expect.any(Number),
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
      });
      for (const key of ['privileged', 'cap_add', 'network_mode', 'pid', 'ipc', 'devices'])
        expect(service).not.toHaveProperty(key);
    }
  });

  it('exposes only the gateway, and only on the loopback interface', () => {
    for (const [name, { ports = [], networks }] of entries) {
      expect(ports.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
      expect([ports.length > 0, networks.includes('public')]).toEqual([
        name === 'gateway',
        name === 'gateway',
      ]);
    }
    for (const [name, network] of Object.entries(compose.networks))
      expect({ name, internal: network?.internal ?? false }).toEqual({ name, internal: name !== 'public' });
  });

  it('connects only the containers that need them to the database and the queue', () => {
    const on = (network: string): string[] =>
      entries.filter(([, { networks }]) => networks.includes(network)).map(([name]) => name);
    expect(on('database').sort()).toEqual([...SERVICES, 'migrations', 'postgres'].sort());
    expect(on('queue').sort()).toEqual(['corrections', 'nats', 'recalc']);
  });

  it.each(SERVICES)('gives %s valid settings, all required ones, and its own database role', async (name) => {
    const { stdout } = await run(process.execPath, [`${ROOT}/services/${name}/src/main.ts`, '--help']);
    const rows = [...stdout.matchAll(/^ {2}([A-Z_]+) .*\((required|default .*)\)$/gm)];
    const { environment } = serviceOf(name);
    const given = Object.keys(environment);
    const known = rows.map(([, setting]) => setting);
    expect(given.filter((setting) => !known.includes(setting))).toEqual([]);
    const required = rows.filter(([, , fallback]) => fallback === 'required').map(([, setting]) => setting);
    expect(required.filter((setting) => !given.includes(setting ?? ''))).toEqual([]);
    for (const [setting, value] of Object.entries(environment)) {
      const { error } = SETTINGS[setting as keyof typeof SETTINGS].safeParse(resolved(value));
      expect({ setting, error }).toEqual({ setting, error: undefined });
    }
    expect(environment['DATABASE_URL']).toBe(
      `postgres://ctx_${name}:\${${name.toUpperCase()}_PASSWORD}@postgres:5432/ctx`,
    );
  });

  it('uses the service names and their default ports as addresses', () => {
    for (const [, { environment, networks }] of entries)
      for (const [setting, value] of Object.entries(environment)) {
        if (!setting.endsWith('_ADDRESS')) continue;
        const [host = '', port] = value.split(':');
        expect(serviceOf(host).networks.some((network) => networks.includes(network))).toBe(true);
        expect(SETTINGS.GRPC_ADDRESS.parse(undefined).split(':')[1]).toBe(port);
      }
  });

  it('gives ctx its settings, and starts it only on request', () => {
    const source = readFileSync(`${ROOT}/deploy/ctx/connect.ts`, 'utf8');
    const [, names = ''] = /ADDRESSES = \[(.*?)\]/.exec(source) ?? [];
    const { environment, profiles } = serviceOf('ctx');
    expect(Object.keys(environment).sort()).toEqual(
      [...[...names.matchAll(/'(\w+)'/g)].map(([, name]) => name ?? ''), 'OPERATOR_KEY'].sort(),
    );
    const system = findSystem({ ...environment, OPERATOR_KEY: resolved(environment['OPERATOR_KEY'] ?? '') });
    expect(system.key).toMatchObject({ type: 'private', asymmetricKeyType: 'ed25519' });
    expect(profiles).toEqual(['operator']);
  });

  it('starts a container after its dependencies and gives it time to stop', () => {
    for (const [name, { environment, depends_on: needs = {} }] of entries) {
      const called = Object.keys(environment).filter((setting) => setting.endsWith('_ADDRESS'));
      const hosts = called.map((setting) => environment[setting]?.split(':')[0] ?? '');
      expect([name, hosts.filter((host) => !(host in needs))]).toEqual([name, []]);
    }
    for (const name of SERVICES) {
      const { depends_on: needs, stop_grace_period: grace } = serviceOf(name);
      expect(needs).toMatchObject({
        postgres: { condition: 'service_healthy' },
        migrations: { condition: 'service_completed_successfully' },
      });
      for (const [other, { condition }] of Object.entries(needs ?? {})) {
        const hasCheck = serviceOf(other).healthcheck !== undefined || SERVICES.some((one) => one === other);
        expect([other, condition === 'service_healthy']).toEqual([other, hasCheck]);
      }
      expect(parseInt(grace ?? '', 10)).toBeGreaterThan(25);
    }
  });

  it('uses exactly the secrets that its header creates, and contains no secret values', () => {
    const used = [...text.matchAll(/\$\{(\w+)(:-)?/g)].filter(([, , hasDefault]) => hasDefault === undefined);
    expect([...new Set(used.map(([, name]) => name))].sort()).toEqual([...secrets.keys()].sort());
    for (const [, { environment }] of entries)
      for (const [name, value] of Object.entries(environment))
        if (/PASSWORD|KEY/.test(name)) expect(value).toMatch(/^\$\{\w+:\?[^}]+\}$/);
  });

  it('creates the roles of docs/operations/install.md, with passwords from the environment', () => {
    const [, documented = ''] =
      /```sql\n(.*?)```/s.exec(readFileSync(`${ROOT}/docs/operations/install.md`, 'utf8')) ?? [];
    const script = readFileSync(`${ROOT}/deploy/compose/roles.sql`, 'utf8');
    const statements = (sql: string): string[] =>
      sql.split('\n').filter((line) => line !== '' && !/^(--|\\)/.test(line));
    const variables = new Map(
      [...script.matchAll(/^\\getenv (\w+) (\w+)$/gm)].map(([, name, of]) => [name, of]),
    );
    const { environment } = serviceOf('postgres');
    for (const name of variables.values()) expect(Object.keys(environment)).toContain(name);
    expect(statements(script.replace(/:'(\w+)'/g, (_, name: string) => `'${name}-password'`))).toEqual(
      statements(documented),
    );
  });

  it('configures the NATS users that the addresses contain', () => {
    const config = readFileSync(`${ROOT}/deploy/compose/nats.conf`, 'utf8');
    const users = [...config.matchAll(/user: (\w+), password: \$(\w+)/g)].map(([, user, password]) => [
      user,
      password,
    ]);
    const addresses = SERVICES.flatMap((name) => serviceOf(name).environment['NATS_URL'] ?? []);
    expect(addresses).toEqual(
      users.map(([user = '', password = '']) => `nats://${user}:\${${password}}@nats:4222`),
    );
    for (const [, password = ''] of users)
      expect(Object.keys(serviceOf('nats').environment)).toContain(password);
  });
});
