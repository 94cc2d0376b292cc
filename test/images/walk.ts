/** Runs the README's example against the images: PostgreSQL and NATS run on this machine, everything else in containers. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient } from '@ctx/client';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { setRolePasswords } from '../../deploy/stack/migrate.ts';
import { findNatsServer, NATS_HINT, type RunningNats, startNats } from '../../deploy/stack/nats.ts';
import { freePort } from '../../deploy/stack/ports.ts';
import { type RunningPostgres, startPostgres } from '../../deploy/stack/postgres.ts';
import { until } from '../../deploy/stack/process.ts';
import { SERVICES, type ServiceName } from '../../deploy/stack/secrets.ts';
import { apiClient, ok } from '../api/client.ts';
import type { Figures, Story } from '../readme.ts';
import { type Engine, EngineError, type Outcome } from './engine.ts';
import { HARDENED, imageName, runOnce } from './images.ts';

/** Where files wait for their import, as in deploy/compose.yaml. */
const SPOOL = ['--tmpfs', '/tmp:uid=10001,gid=10001,mode=0700'];
const HEALTHY_MS_MAX = 180_000;
const IDLE_MS_MAX = 60_000;
/** A service exits within 25 seconds. */
const GRACE_S = 25;
const YEAR = 2026;

export class Walk {
  readonly #engine: Engine;
  readonly #folder: string;
  readonly #passwords: Readonly<Record<ServiceName, string>>;
  readonly #key = randomBytes(32).toString('base64');
  readonly #containers = new Map<ServiceName, string>();
  readonly #ports = new Map<string, number>();
  #postgres: RunningPostgres | null = null;
  #nats: RunningNats | null = null;
  #userId = 0;
  #token = '';

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#folder = mkdtempSync(join(tmpdir(), 'ctx-images-'));
    chmodSync(this.#folder, 0o755);
    const secret = (): string => randomBytes(24).toString('base64url');
    this.#passwords = { gateway: secret(), read: secret(), corrections: secret(), recalc: secret() };
  }

  /** Starts PostgreSQL and nats-server of the local stack on the loopback interface. */
  async startServers(): Promise<void> {
    const log = (name: string): string => join(this.#folder, `${name}.log`);
    const owner = randomBytes(24).toString('base64url');
    this.#postgres = await startPostgres(this.#folder, owner, log('postgres'), await freePort());
    const server = await findNatsServer();
    if (server === null) throw new EngineError(NATS_HINT);
    this.#nats = await startNats(server, this.#folder, log('nats'), await freePort());
  }

  /** Runs the migrations with the tools image, twice. The second run has nothing to do. */
  async migrate(): Promise<string> {
    const { url } = this.#servers().postgres;
    const migrations = ['--entrypoint', 'node', '--env', `DATABASE_URL=${url}`];
    const run = () => runOnce(this.#engine, 'tools', ['deploy/stack/migrate.ts'], migrations);
    const [first, second] = [await run(), await run()];
    assert.equal(first.code, 0, first.stderr);
    assert.equal(second.stdout, 'the schema is up to date\n');
    await setRolePasswords(url, this.#passwords);
    return first.stdout;
  }

  /** Starts the four services and waits until their health checks pass. */
  async startServices(memory: Readonly<Record<ServiceName, string>>): Promise<void> {
    for (const name of ['http', ...SERVICES.flatMap((service) => [`${service} grpc`, `${service} health`])])
      this.#ports.set(name, await freePort());
    for (const name of SERVICES) {
      const environment = Object.entries(this.#environmentOf(name));
      const id = await this.#engine.container([
        'run',
        '--detach',
        ...HARDENED,
        ...(name === 'corrections' ? SPOOL : []),
        '--memory',
        memory[name],
        '--health-interval',
        '5s',
        ...environment.flatMap(([key, value]) => ['--env', `${key}=${value}`]),
        imageName(name),
      ]);
      this.#containers.set(name, id);
    }
    for (const [name, id] of this.#containers)
      await until(async () => {
        const state = await this.#engine.docker(['inspect', '--format', '{{json .State}}', id]);
        const { Status, Health } = JSON.parse(state) as { Status: string; Health: { Status: string } };
        if (Status !== 'running' || Health.Status !== 'healthy')
          throw new Error(`${name} is ${Status} and ${Health.Status}:\n${await this.logs(name)}`);
      }, HEALTHY_MS_MAX);
  }

  /** Runs `ctx user create` and `ctx token create` with the tools image. */
  async createUserAndToken(): Promise<void> {
    const email = 'you@example.org';
    const created = await this.#ctx(
      'user',
      'create',
      '--email',
      email,
      '--plan',
      'pro',
      '--year',
      String(YEAR),
    );
    this.#userId = created['userId'] as number;
    const user = String(this.#userId);
    const made = await this.#ctx('token', 'create', '--user', user, '--name', 'laptop', '--scope', 'write');
    this.#token = made['token'] as string;
    assert.match(this.#token, /^ctx_/);
  }

  /** Runs `ctx import - --wait` with the tools image and the facts on standard input. */
  async importFacts({ facts }: Story): Promise<void> {
    const lines = facts.trim().split('\n').length;
    const { code, stdout, stderr } = await this.#tools(
      ['import', '--user', String(this.#userId), '-', '--wait'],
      facts,
    );
    assert.equal(code, 0, stderr);
    const { account, event } = JSON.parse(stdout) as Record<string, { added: number }>;
    assert.equal((account?.added ?? 0) + (event?.added ?? 0), lines);
  }

  /** Returns the figures of the year over REST. Every response is checked against the OpenAPI document. */
  async figures(): Promise<Figures> {
    const path = '/api/v1/years/{year}/summary';
    const year = await ok(this.#api().GET(path, { params: { path: { year: YEAR } } }));
    return { gain: year.totalCapitalGains.exact ?? NaN, tax: year.totalTax.exact ?? NaN };
  }

  /** Returns the same figures from an MCP tool. */
  async figuresOverMcp(): Promise<Figures> {
    const client = new Client({ name: 'image-test', version: '1' });
    const headers = { authorization: `Bearer ${this.#token}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${this.baseUrl}/mcp`), { requestInit: { headers } }),
    );
    try {
      const result = await client.callTool({ name: 'get_year_summary', arguments: { year: YEAR } });
      const [part] = result.content as { text: string }[];
      const year = JSON.parse(part?.text ?? '{}') as Record<string, { exact: number } | undefined>;
      return { gain: year['totalCapitalGains']?.exact ?? NaN, tax: year['totalTax']?.exact ?? NaN };
    } finally {
      await client.close();
    }
  }

  /** Applies the override of the README and waits for the run. */
  async correct({ overriddenEuroValue }: Story): Promise<void> {
    const { items } = await ok(this.#api().GET('/api/v1/issues'));
    const taxEventId = items[0]?.sourceEventId ?? '';
    const correction = await ok(
      this.#api().POST('/api/v1/overrides', { body: { taxEventId, overriddenEuroValue } }),
    );
    assert.deepEqual([correction.changed, correction.recalc], [true, 'SCHEDULED']);
    await until(async () => {
      const { status } = await ok(this.#api().GET('/api/v1/recalc-status'));
      assert.equal(status, 'IDLE');
    }, IDLE_MS_MAX);
  }

  /** Throws when a log contains an error or a token. */
  async assertQuietLogs(): Promise<void> {
    for (const name of SERVICES) {
      const log = await this.logs(name);
      const loud = log.split('\n').filter((line) => /"level":("(?:error|fatal)"|[56]0)|^\s+at /.test(line));
      assert.deepEqual(loud, [], name);
      assert.doesNotMatch(log, /ct[xo]_[0-9A-Za-z]{8}/, name);
    }
  }

  /** Sends SIGTERM to each service, gateway first. Returns how many seconds each took to exit. */
  async stopServices(): Promise<string> {
    const took: string[] = [];
    for (const name of SERVICES) {
      const id = this.#containers.get(name) ?? '';
      const startedAt = performance.now();
      await this.#engine.docker(['stop', '--time', String(GRACE_S), id]);
      took.push(`${name} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
      const state = await this.#engine.docker([
        'inspect',
        '--format',
        '{{.State.ExitCode}} {{.State.OOMKilled}}',
        id,
      ]);
      assert.equal(state, '0 false', `${name}:\n${await this.logs(name)}`);
    }
    return took.join(', ');
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${String(this.#ports.get('http'))}`;
  }

  async logs(name: ServiceName): Promise<string> {
    const { stdout, stderr } = await this.#engine.try(['logs', this.#containers.get(name) ?? '']);
    return stdout + stderr;
  }

  async stop(): Promise<void> {
    for (const id of this.#containers.values()) await this.#engine.remove(id).catch(() => undefined);
    await this.#nats?.stop();
    await this.#postgres?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #servers(): { postgres: RunningPostgres; nats: RunningNats } {
    if (this.#postgres === null || this.#nats === null) throw new Error('PostgreSQL and NATS did not start');
    return { postgres: this.#postgres, nats: this.#nats };
  }

  #api(): ApiClient {
    return apiClient(this.baseUrl, this.#token);
  }

  #address(name: string): string {
    return `127.0.0.1:${String(this.#ports.get(name))}`;
  }

  #environmentOf(name: ServiceName): Record<string, string> {
    const { postgres, nats } = this.#servers();
    const database = new URL(postgres.url);
    Object.assign(database, { username: `ctx_${name}`, password: this.#passwords[name] });
    const common = {
      DATABASE_URL: database.href,
      CALLER_KEY: this.#key,
      GRPC_ADDRESS: this.#address(`${name} grpc`),
      HEALTH_ADDRESS: this.#address(`${name} health`),
    };
    if (name === 'read') return common;
    if (name === 'recalc') return { ...common, NATS_URL: nats.url };
    if (name === 'corrections')
      return { ...common, NATS_URL: nats.url, RECALC_ADDRESS: this.#address('recalc grpc') };
    return {
      ...common,
      HTTP_ADDRESS: this.#address('http'),
      BASE_URL: this.baseUrl,
      UPGRADE_URL: `${this.baseUrl}/pricing`,
      OAUTH_KEYS: this.#key,
      READ_ADDRESS: this.#address('read grpc'),
      CORRECTIONS_ADDRESS: this.#address('corrections grpc'),
    };
  }

  #tools(args: readonly string[], input?: string): Promise<Outcome> {
    const addresses = ['gateway', 'corrections', 'recalc'].flatMap((name) => [
      '--env',
      `${name.toUpperCase()}_ADDRESS=${this.#address(`${name} grpc`)}`,
    ]);
    return runOnce(this.#engine, 'tools', args, [...addresses, '--env', `CALLER_KEY=${this.#key}`], input);
  }

  async #ctx(...args: readonly string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await this.#tools(args);
    assert.equal(code, 0, `ctx ${args.join(' ')}: ${stdout}${stderr}`);
    return JSON.parse(stdout) as Record<string, unknown>;
  }
}
