/** The parts of a real cluster: programs built from Go modules, Debian packages, and images. They are made once and kept. */
import { existsSync, mkdirSync, statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findOnPath } from '../../../../deploy/stack/on-path.ts';
import { findBinaries } from '../../../../deploy/stack/postgres.ts';
import { findHelm, HELM_VERSIONS } from '../../../chart/helm.ts';
import { EngineError } from '../../../images/engine.ts';
import { unpackSystem } from './debian.ts';
import { buildImages, IMAGES, IMAGES_FIRST, missingImages } from './images.ts';
import { type Parts, MissingParts } from './paths.ts';
import { buildPrograms, PROGRAMS } from './programs.ts';
import { Recipes } from './recipes.ts';

type Say = (line: string) => void;

/** Programs that the machine itself must have. */
const NEEDED = ['unshare', 'nsenter', 'ip', 'mount', 'openssl', 'setpriv', 'tar', 'git'];
/** Programs with which missing parts are made. */
const BUILDERS = ['go', 'apt-get', 'dpkg'];
/** While they are made; 3 GiB stay. */
const FREE_GIB_MIN = 10;
/** With the programs, which take most of it. */
const FREE_GIB_MIN_IMAGES = 4;

/**
 * Returns the parts in a folder, and makes those that are missing or were made by another recipe: about 40 minutes and 10 GB of disk
 * from nothing, and two minutes where only our code has changed.
 * @throws MissingParts where this machine cannot run a cluster, or cannot make a missing part
 */
export async function ensureParts(path: string, say: Say): Promise<Parts> {
  const folder = resolve(path);
  const parts = {
    folder,
    programs: join(folder, 'bin'),
    system: join(folder, 'root'),
    images: join(folder, 'images'),
  };
  checkMachine(NEEDED);
  const recipes = new Recipes(parts);
  const isComplete =
    hasSystem(parts, recipes) && hasPrograms(parts, recipes) && missingImages(parts, recipes).length === 0;
  if (!isComplete) checkMachine(BUILDERS);
  await checkClients();
  for (const each of [parts.programs, parts.images]) mkdirSync(each, { recursive: true });
  if (isComplete) return parts;
  checkDisk(folder, hasPrograms(parts, recipes) ? FREE_GIB_MIN_IMAGES : FREE_GIB_MIN);
  // First what takes minutes and needs most of the machine: an archive, a container engine, the npm registry.
  try {
    if (!hasSystem(parts, recipes)) {
      await unpackSystem(parts.system, parts.programs, say);
      recipes.record('system');
    }
    await buildImages(parts, recipes, IMAGES_FIRST, say);
    if (!hasPrograms(parts, recipes)) {
      await buildPrograms(parts.folder, parts.programs, say);
      recipes.record('programs');
    }
    await buildImages(parts, recipes, IMAGES, say);
  } catch (error) {
    if (error instanceof EngineError) throw new MissingParts(error.message, { cause: error });
    throw error;
  }
  return parts;
}

function checkDisk(folder: string, needed: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = (bavail * bsize) / 1024 ** 3;
  if (free < needed)
    throw new MissingParts(
      `${folder} has ${free.toFixed(1)} GiB free, and the parts need ${String(needed)}: make room, or name a folder on another disk with --parts FOLDER`,
    );
}

function hasSystem({ system }: Parts, recipes: Recipes): boolean {
  return existsSync(system) && recipes.isCurrent('system');
}

function hasPrograms({ programs }: Parts, recipes: Recipes): boolean {
  return PROGRAMS.every((name) => existsSync(join(programs, name))) && recipes.isCurrent('programs');
}

/** Finds what the steps use from outside of the parts, before minutes go into a cluster that could not use it. */
async function checkClients(): Promise<void> {
  for (const version of HELM_VERSIONS)
    await findHelm(version).catch((error: unknown) => {
      throw new MissingParts(`${version} cannot be downloaded: ${(error as Error).message}`, {
        cause: error,
      });
    });
  await findBinaries().catch((error: unknown) => {
    throw new MissingParts((error as Error).message, { cause: error });
  });
}

function checkMachine(programs: readonly string[]): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new MissingParts('a cluster of real nodes needs Linux and root: it makes namespaces and mounts');
  const missing = programs.filter((name) => findOnPath(name) === undefined);
  if (missing.length > 0)
    throw new MissingParts(
      `install ${missing.join(', ')}, or name a folder with ready parts with --parts FOLDER`,
    );
}
