/** `npm run test:images`: builds the images and runs the system from them, with the restrictions of the chart. */
import assert from 'node:assert/strict';
import { parseOptions } from '../command-line.ts';
import { readStory } from '../readme.ts';
import { ensureBase } from './base.ts';
import { argument, dockerfile, type Target, TARGETS } from './dockerfile.ts';
import { Engine, EngineError } from './engine.ts';
import {
  assertClean,
  assertProductionPackages,
  build,
  BuildSecrets,
  filesOf,
  imageName,
  inspect,
  runOnce,
} from './images.ts';
import { Report, seconds } from './report.ts';
import { Walk } from './walk.ts';

const HELP = `npm run test:images [-- --no-cache]

Builds and inspects the five images, and runs the whole system from them on the loopback interface: read-only, without
capabilities, as user 10001, with little memory. Uses the running container engine. Without one, and as root on Linux, it starts
a private engine (on Debian from the package docker.io, unpacked and not installed), whose state stays in .cache/docker to save time. If the base image cannot be
pulled, it is built with debootstrap.

Options:
  --no-cache    rebuild every layer
  --help        print this help
`;

const { values } = parseOptions({
  options: { 'no-cache': { type: 'boolean', default: false }, help: { type: 'boolean' } },
});
if (values.help === true) {
  process.stdout.write(HELP);
  process.exit(0);
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
/** Runs inside a container: prints its user, its privileges and the folders it can write to. */
const PRINT_PRIVILEGES = `
  const status = fs.readFileSync('/proc/self/status', 'utf8');
  const field = (name) => new RegExp(name + ':\\\\s*(\\\\S+)').exec(status)[1];
  const written = ['/', '/app', '/app/services', '/tmp', '/etc', '/var'].filter((folder) => {
    try { fs.writeFileSync(folder + '/written', ''); return true; } catch { return false; }
  });
  console.log(JSON.stringify({
    ids: [process.getuid(), process.getgid()],
    pid: process.pid,
    capabilities: field('CapEff'),
    newPrivileges: String(1 - Number(field('NoNewPrivs'))),
    written,
  }));
`;

const startedAt = performance.now();
const report = new Report(say);
let engine: Engine | null = null;
let walk: Walk | null = null;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void cleanUp().finally(() => process.exit(130));
  });
try {
  await checkAll();
} catch (error) {
  if (!(error instanceof EngineError)) throw error;
  process.stderr.write(`images: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
if (process.exitCode !== 1) {
  say(`${report.summary()} (${seconds(startedAt)})`);
  process.exitCode = report.failed === 0 ? 0 : 1;
}

async function checkAll(): Promise<void> {
  engine = await Engine.open(say);
  say(`engine ${engine.version}${engine.isOwn ? ', started for this test' : ''}`);
  const base = await ensureBase(engine, argument(dockerfile().head, 'NODE_IMAGE') ?? '', say);
  say('images');
  if (!(await buildAll(engine, base))) return;
  for (const target of TARGETS) {
    say(target);
    await checkImage(engine, target);
  }
  say('system test');
  walk = new Walk(engine);
  await checkSystem(walk);
}

async function buildAll(engine: Engine, base: string): Promise<boolean> {
  const secrets = await BuildSecrets.collect();
  try {
    for (const target of TARGETS) {
      await report.check(`the ${target} image builds`, () =>
        build(engine, target, { base, secrets, isFresh: values['no-cache'] }),
      );
      if (report.failed > 0) return false;
    }
  } finally {
    secrets.remove();
  }
  for (const target of TARGETS) {
    const { Size } = await inspect(engine, target);
    say(`          ${target.padEnd(12)} ${(Size / 1e6).toFixed(1)} MB`);
  }
  return true;
}

async function checkImage(engine: Engine, target: Target): Promise<void> {
  const files = await filesOf(engine, target);
  await report.check(
    'contains no shell, npm, tests or secrets, and no files that other users can write',
    () => {
      assertClean(files);
    },
  );
  await report.check('contains the production packages of the lock file only', () => {
    assertProductionPackages(files);
  });
  const { Config } = await inspect(engine, target);
  await report.check('has no secrets in its environment', () => {
    const names = Config.Env.map((variable) => variable.split('=')[0]);
    assert.deepEqual(names.sort(), ['NODE_ENV', 'PATH']);
  });
  await report.check(
    'runs node as process 1 and as user 10001 without privileges or write access',
    async () => {
      const { code, stdout, stderr } = await runOnce(
        engine,
        target,
        ['--eval', PRINT_PRIVILEGES],
        ['--entrypoint', 'node'],
      );
      assert.equal(code, 0, stderr);
      assert.deepEqual(JSON.parse(stdout), {
        ids: [10_001, 10_001],
        pid: 1,
        capabilities: '0000000000000000',
        newPrivileges: '0',
        written: [],
      });
    },
  );
  await report.check('prints help with --help', () => checkHelp(engine, target));
  await report.check('rejects wrong settings and lists every error', () => checkRejection(engine, target));
  const share = Config.Entrypoint.filter((argument) => argument.startsWith('--max-old-space-size'));
  if (share.length > 0)
    await report.check('keeps its heap below the memory limit', () => checkHeap(engine, target, share));
}

/** Checks the --help of a service, or of `ctx` and the migrations. */
async function checkHelp(engine: Engine, target: Target): Promise<void> {
  const { code, stdout, stderr } = await runOnce(engine, target, ['--help']);
  assert.equal(code, 0, stderr);
  assert.match(stdout, target === 'tools' ? /^Usage: ctx / : new RegExp(`^${target}: settings`));
  if (target !== 'tools') return;
  const migrations = await runOnce(
    engine,
    target,
    ['deploy/stack/migrate.ts', '--help'],
    ['--entrypoint', 'node'],
  );
  assert.equal(migrations.code, 0, migrations.stderr);
  assert.match(migrations.stdout, /migrate\.ts/);
}

async function checkRejection(engine: Engine, target: Target): Promise<void> {
  if (target === 'tools') {
    const ctx = await runOnce(engine, target, ['user', 'list'], ['--env', 'CALLER_KEY=short']);
    assert.deepEqual([ctx.code, /GATEWAY_ADDRESS.*RECALC_ADDRESS/.test(ctx.stdout + ctx.stderr)], [1, true]);
    const migrations = await runOnce(engine, target, ['deploy/stack/migrate.ts'], ['--entrypoint', 'node']);
    assert.deepEqual([migrations.code, migrations.stderr.includes('DATABASE_URL')], [2, true]);
    return;
  }
  const { stdout: help } = await runOnce(engine, target, ['--help']);
  const required = [...help.matchAll(/^ {2}([A-Z_]+) .*\(required\)$/gm)].map(([, name]) => name ?? '');
  const wrong = { GRPC_ADDRESS: 'nowhere', LOG_LEVEL: 'loud', DATABASE_CONNECTIONS_MAX: '0' };
  const flags = Object.entries(wrong).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const { code, stderr } = await runOnce(engine, target, [], flags);
  const named = [...stderr.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name ?? '');
  assert.equal(code, 2, stderr);
  assert.deepEqual(named.sort(), [...required, ...Object.keys(wrong)].sort());
}

/** Checks the heap limit with the 256 MiB of `runOnce`. */
async function checkHeap(engine: Engine, target: Target, share: readonly string[]): Promise<void> {
  const print = 'console.log(v8.getHeapStatistics().heap_size_limit / process.constrainedMemory())';
  const { code, stdout, stderr } = await runOnce(
    engine,
    target,
    [...share, '--eval', print],
    ['--entrypoint', 'node'],
  );
  assert.equal(code, 0, stderr);
  assert.ok(Number(stdout) > 0.5 && Number(stdout) < 0.85, `${stdout.trim()} of the memory`);
}

async function checkSystem(walk: Walk): Promise<void> {
  const story = readStory();
  await walk.startServers();
  const steps: [string, () => Promise<void>][] = [
    [
      'the tools image migrates an empty database, and has nothing to do the second time',
      async () => {
        await walk.migrate();
      },
    ],
    [
      'the four services become healthy with 512 MB each',
      () => walk.startServices({ gateway: '512m', read: '512m', corrections: '512m', recalc: '512m' }),
    ],
    ['the tools image creates a user and a token', () => walk.createUserAndToken()],
    ['the tools image imports the facts of the README', () => walk.importFacts(story)],
    [
      'REST returns the figures of the README',
      async () => {
        assert.deepEqual(await walk.figures(), story.before);
      },
    ],
    [
      'an MCP tool returns the same figures',
      async () => {
        assert.deepEqual(await walk.figuresOverMcp(), story.before);
      },
    ],
    ['a correction is accepted and starts a run', () => walk.correct(story)],
    [
      'REST and MCP return the corrected figures of the README',
      async () => {
        assert.deepEqual([await walk.figures(), await walk.figuresOverMcp()], [story.after, story.after]);
      },
    ],
    ['the logs contain no errors and no tokens', () => walk.assertQuietLogs()],
    [
      'SIGTERM stops each service with exit code 0 within its grace period',
      async () => {
        say(`          ${await walk.stopServices()}`);
      },
    ],
  ];
  for (const [title, step] of steps) {
    const failed = report.failed;
    await report.check(title, step);
    // The next steps depend on this one.
    if (report.failed > failed) return;
  }
}

async function cleanUp(): Promise<void> {
  const [open, walked] = [engine, walk];
  engine = null;
  walk = null;
  await walked?.stop();
  if (open === null) return;
  for (const target of TARGETS) await open.try(['image', 'rm', imageName(target)]);
  await open.close();
}
