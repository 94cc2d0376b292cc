/** Makes the images that the nodes import: ours with a container engine, and images of a single program by hand. */
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findNatsServer } from '../../../../deploy/stack/nats.ts';
import { ensureBase } from '../../../images/base.ts';
import { argument, dockerfile, type Target, TARGETS } from '../../../images/dockerfile.ts';
import { Engine } from '../../../images/engine.ts';
import { build, BuildSecrets, imageName } from '../../../images/images.ts';
import { HERE } from '../../rolling/fleet.ts';
import { filesOfNext } from '../../rolling/versions.ts';
import { imageOf, packImage } from './pack.ts';
import { type Parts, MissingParts } from './paths.ts';
import { postgresImage } from './postgres.ts';
import type { Recipes } from './recipes.ts';

const run = promisify(execFile);
const SAVE_MS_MAX = 600_000;

/** Where the chart's values of this test take the images from. */
export const REPOSITORY = 'registry.example.org/crypto-tax';
/** This version, from the root of the packages. */
const { version } = JSON.parse(readFileSync(join(HERE.root, 'package.json'), 'utf8')) as {
  readonly version: string;
};
/** The tags of our images: this version, and the next one, which has one more migration and is ready only after it. */
export const TAGS = [version, `${version}-next`] as const;

/** Names of the image files. */
export const IMAGES = ['pause', 'coredns', 'nats', 'postgres', 'services'] as const;

/** Returns the names of the image files that are missing, or that are of another recipe. */
export function missingImages({ images }: Parts, recipes: Recipes): (typeof IMAGES)[number][] {
  return IMAGES.filter((name) => !existsSync(join(images, `${name}.tar`)) || !recipes.isCurrent(name));
}

/** Images that need none of the programs built from Go modules: they are made first, because a machine may lack what they need. */
export const IMAGES_FIRST: readonly string[] = ['nats', 'postgres', 'services'];

/** Makes the image files that are missing. Ours are in one file, so that it has the layers that they share once. */
export async function buildImages(
  parts: Parts,
  recipes: Recipes,
  names: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  for (const name of missingImages(parts, recipes).filter((missing) => names.includes(missing))) {
    say(`making images: ${name} …`);
    const file = join(parts.images, `${name}.tar`);
    if (name === 'services') await saveServices(file, say);
    else if (name === 'postgres') await postgresImage(file, join(parts.folder, 'postgres'));
    else await imageOfProgram(file, imageOf(name), await programOf(parts, name));
    recipes.record(name);
  }
}

async function programOf({ programs }: Parts, name: string): Promise<string> {
  const program = name === 'nats' ? await findNatsServer() : join(programs, name);
  if (program === null) throw new MissingParts('nats-server is missing and cannot be downloaded');
  return program;
}

async function saveServices(file: string, say: (line: string) => void): Promise<void> {
  const engine = await Engine.open(say);
  try {
    await saveTargets(engine, file, say);
  } finally {
    await engine.close();
  }
}

async function saveTargets(engine: Engine, file: string, say: (line: string) => void): Promise<void> {
  const base = await ensureBase(engine, argument(dockerfile().head, 'NODE_IMAGE') ?? '', say);
  const secrets = await BuildSecrets.collect();
  try {
    for (const target of TARGETS) {
      say(`building the ${target} image …`);
      await build(engine, target, { base, secrets, isFresh: false });
      await engine.docker(['tag', imageName(target), `${REPOSITORY}/${target}:${TAGS[0]}`]);
      await buildNext(engine, target);
    }
  } finally {
    secrets.remove();
  }
  const names = TARGETS.flatMap((target) => TAGS.map((tag) => `${REPOSITORY}/${target}:${tag}`));
  await engine.docker(['save', '--output', `${file}.new`, ...names], { timeoutMs: SAVE_MS_MAX });
  renameSync(`${file}.new`, file);
}

/** Builds the image of the next version: this one with the files that differ, as far as it has their folders. */
async function buildNext(engine: Engine, target: Target): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'ctx-next-'));
  try {
    const lines = [`FROM ${imageName(target)}`];
    for (const [path, text] of Object.entries(filesOfNext())) {
      if (path.startsWith('deploy/') && target !== 'tools') continue;
      mkdirSync(join(work, dirname(path)), { recursive: true });
      writeFileSync(join(work, path), text, { mode: 0o644 });
      lines.push(`COPY ${path} ${path}`);
    }
    writeFileSync(join(work, 'Dockerfile'), `${lines.join('\n')}\n`);
    await engine.docker(['build', '--tag', `${REPOSITORY}/${target}:${TAGS[1]}`, work]);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Writes an image of one program, with the libraries that it needs, in the format of `docker save`. */
async function imageOfProgram(file: string, name: string, program: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'ctx-image-'));
  try {
    const root = join(work, 'root');
    for (const path of [program, ...(await librariesOf(program))]) {
      const target = join(root, path === program ? basename(program) : path);
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(path, target);
    }
    await packImage(file, name, root, { Entrypoint: [`/${basename(program)}`] });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Returns the paths of the shared libraries of a program; none for a static one. */
async function librariesOf(program: string): Promise<string[]> {
  const { stdout } = await run('ldd', [program]).catch(() => ({ stdout: '' }));
  return [...stdout.matchAll(/(\/\S+)/g)].map(([, path = '']) => path).filter((path) => path !== program);
}
