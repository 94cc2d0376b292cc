/** Runs what the evaluation chart installs on this machine: its roles, its NATS configuration, the migrations, the pods, the demo and the notes' request. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { findNatsServer, NATS_HINT } from '../../deploy/stack/nats.ts';
import { freePort } from '../../deploy/stack/ports.ts';
import { until } from '../../deploy/stack/process.ts';
import { SERVICES, type ServiceName } from '../../deploy/stack/secrets.ts';
import { type BarePostgres, startBarePostgres } from '../e2e/bare-postgres.ts';
import { evaluationChart } from './evaluation.ts';
import { helm, parseManifests } from './helm.ts';
import { type Container, containerOf, type Manifest, ofKind, theOne } from './manifests.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const READY_MS_MAX = 180_000;
const run = promisify(execFile);

const nats = await findNatsServer();
if (nats === null) process.stderr.write(`Skipping the run of the evaluation chart: ${NATS_HINT}\n`);

const work = mkdtempSync(join(tmpdir(), 'ctx-evaluation-'));
const children: ChildProcess[] = [];
const ports = new Map<string, number>();
let postgres: BarePostgres;
let manifests: Manifest[] = [];
let secret: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  for (const name of ['nats', 'http', ...SERVICES.flatMap((each) => [each, `${each} health`])])
    ports.set(name, await freePort());
  postgres = await startBarePostgres();
  const chart = await evaluationChart();
  const settings = [
    'crypto-tax.image.repository=registry.example.org/crypto-tax',
    `crypto-tax.gateway.baseUrl=http://127.0.0.1:${portOf('http')}`,
  ];
  const { stdout } = await helm('helm4', 'template', 'tax', chart.folder, '--set', settings.join(','));
  chart.remove();
  manifests = parseManifests(stdout);
  const encoded = Object.entries(ofKind(manifests, 'Secret')[0]?.data ?? {});
  secret = Object.fromEntries(encoded.map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));
});
afterAll(async () => {
  const ended = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(ended);
  await postgres.remove();
  rmSync(work, { recursive: true, force: true });
});

function portOf(name: string): string {
  return String(ports.get(name));
}

/** Starts a process that `afterAll` ends. */
function start(command: string, args: readonly string[], env: Readonly<Record<string, string>>): void {
  children.push(spawn(command, [...args], { cwd: ROOT, env, stdio: 'ignore' }));
}

/** The file of a config map. */
function fileOf(component: string, file: string): string {
  return theOne(manifests, 'ConfigMap', component).data?.[file] ?? '';
}

/** Environment of a container, with this machine's addresses instead of names in the cluster. */
function environmentOf({ env }: Container, component = ''): Record<string, string> {
  const given = env.map(({ name, value, valueFrom }) => {
    const text = value ?? secret[valueFrom?.secretKeyRef.key ?? ''];
    if (text === undefined) throw new Error(`${name} has no value`);
    return [name, hereOf(text)] as const;
  });
  const own = {
    GRPC_ADDRESS: `127.0.0.1:${portOf(component)}`,
    HEALTH_ADDRESS: `127.0.0.1:${portOf(`${component} health`)}`,
    HTTP_ADDRESS: `127.0.0.1:${portOf('http')}`,
  };
  const listens = Object.entries(own).filter(([name]) => given.some(([key]) => key === name));
  return { ...Object.fromEntries(given), ...Object.fromEntries(listens) };
}

/** The owner and the database have other names: the bare PostgreSQL has those of the documents. */
function hereOf(text: string): string {
  const server = new URL(postgres.url).host;
  return text
    .replace('tax-crypto-tax-postgres:5432/ctx', `${server}/ctx_plain`)
    .replace('//ctx_owner:', '//ctx_plain_owner:')
    .replace('tax-crypto-tax-nats:4222', `127.0.0.1:${portOf('nats')}`)
    .replace(
      /^tax-crypto-tax-(\w+?)(?:-grpc)?:9090$/,
      (_address, name: string) => `127.0.0.1:${portOf(name)}`,
    );
}

/** Runs the command of a container, with further arguments for `ctx`. */
function runContainer(container: Container, ...args: readonly string[]) {
  const command = [...container.command.slice(1), ...args];
  return run(process.execPath, command, { cwd: ROOT, env: environmentOf(container) });
}

/** Runs roles.sql as psql does at the first start of the image. */
async function createRoles(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    const sql = fileOf('postgres', 'roles.sql')
      .replaceAll(/^(?:--|\\).*$/gm, '')
      .replaceAll(
        /:'(\w+)'/g,
        (_variable, role: string) => `'${secret[`${role.toUpperCase()}_PASSWORD`] ?? ''}'`,
      )
      .replaceAll('ctx_owner', 'ctx_plain_owner')
      .replaceAll('DATABASE ctx ', 'DATABASE ctx_plain ');
    for (const statement of sql.split(';').filter((each) => each.trim() !== ''))
      await client.query(statement);
  } finally {
    await client.end();
  }
}

function startNats(program: string): void {
  const configuration = fileOf('nats', 'crypto-tax.conf')
    .replace('0.0.0.0:4222', `127.0.0.1:${portOf('nats')}`)
    .replace(/^http:.*$/m, '')
    .replace('"/data"', JSON.stringify(join(work, 'nats')));
  const file = join(work, 'nats.conf');
  writeFileSync(file, configuration);
  const { NATS_CORRECTIONS_PASSWORD = '', NATS_RECALC_PASSWORD = '' } = secret;
  start(program, ['--config', file], { NATS_CORRECTIONS_PASSWORD, NATS_RECALC_PASSWORD });
}

async function startService(name: ServiceName): Promise<void> {
  const container = containerOf(theOne(manifests, 'Deployment', name));
  start(process.execPath, container.command.slice(1), environmentOf(container, name));
  await until(async () => {
    const { status } = await fetch(`http://127.0.0.1:${portOf(`${name} health`)}/readyz`);
    if (status !== 200) throw new Error(`${name} is not ready`);
  }, READY_MS_MAX);
}

(nats === null ? describe.skip : describe)('what the evaluation chart installs', () => {
  it('starts: roles, migrations, NATS and the four services', async () => {
    await createRoles();
    const { stdout } = await runContainer(containerOf(theOne(manifests, 'Job', 'migrations')));
    expect(stdout).toContain('0001_');
    startNats(nats ?? '');
    await Promise.all(SERVICES.map(startService));
  });

  it('lets the services use NATS with the rights of their users', async () => {
    for (const name of ['corrections', 'recalc'])
      await until(async () => {
        const response = await fetch(`http://127.0.0.1:${portOf(`${name} health`)}/metrics`);
        expect(await response.text()).toMatch(/^ctx_nats_connected(?:\{.*\})? 1$/m);
      }, READY_MS_MAX);
  });

  it('creates the demo taxpayer, whose years the request of the notes reads', async () => {
    const demo = containerOf(theOne(manifests, 'Job', 'demo'));
    expect((await runContainer(demo)).stdout).toBe('{"userId":1,"tokens":null}\n');
    const tools = { ...demo, command: demo.command.slice(0, 2) };
    const words = ['token', 'create', '--user', '1', '--name', 'evaluation', '--scope', 'write'];
    const { stdout } = await runContainer(tools, ...words);
    // As `sed` in the notes.
    const token = /"token":"([^"]*)"/.exec(stdout)?.[1] ?? '';
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`http://127.0.0.1:${portOf('http')}/api/v1/years`, { headers });
    const { years } = (await response.json()) as { years: { year: number; locked: boolean }[] };
    expect(response.status).toBe(200);
    expect(years).toHaveLength(4);
  });

  it('passes the check of helm test', async () => {
    const [pod] = ofKind(manifests, 'Pod');
    const probe = (pod?.spec as { containers: Container[] }).containers[0];
    if (probe === undefined) throw new Error('the test pod has no container');
    const command = probe.command.map((word) =>
      word.startsWith('http:') ? `http://127.0.0.1:${portOf('http')}` : word,
    );
    const { stdout } = await runContainer({ ...probe, command });
    expect(stdout).toContain('erase the user');
  });

  it('keeps the notes’ token command the one that is run here', () => {
    const notes = readFileSync(join(ROOT, 'charts/crypto-tax-evaluation/templates/NOTES.txt'), 'utf8');
    expect(notes).toContain('token create --user 1 --name evaluation --scope write');
    expect(notes).toContain(String.raw`sed 's/.*"token":"\([^"]*\)".*/\1/'`);
  });
});
