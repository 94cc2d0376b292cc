/** The parts of a real cluster: programs built from Go modules, Debian packages, and images. They are made once and kept. */
import { existsSync, mkdirSync, statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EngineError } from '../../../images/engine.ts';
import { findOnPath } from '../../../../deploy/stack/on-path.ts';
import { unpackSystem } from './debian.ts';
import { buildImages, IMAGES, IMAGES_FIRST, missingImages } from './images.ts';
import { type Parts, MissingParts } from './paths.ts';
import { buildPrograms, PROGRAMS } from './programs.ts';

type Say = (line: string) => void;

/** Programs that the machine itself must have. */
const NEEDED = ['unshare', 'nsenter', 'ip', 'mount', 'openssl', 'setpriv', 'tar'];
/** Programs with which missing parts are made. */
const BUILDERS = ['go', 'apt-get', 'dpkg'];
/** While they are made; 3 GiB stay. */
const FREE_GIB_MIN = 10;

/**
 * Returns the parts in a folder, and makes those that are missing: about 40 minutes and 10 GB of disk from nothing.
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
  const isComplete = hasAll(parts);
  checkMachine(isComplete ? NEEDED : [...NEEDED, ...BUILDERS]);
  for (const each of [parts.programs, parts.images]) mkdirSync(each, { recursive: true });
  if (isComplete) return parts;
  checkDisk(folder);
  // First what takes minutes and needs most of the machine: an archive, a container engine, the npm registry.
  try {
    if (!existsSync(parts.system)) await unpackSystem(parts.system, parts.programs, say);
    await buildImages(parts, IMAGES_FIRST, say);
    if (!hasPrograms(parts)) await buildPrograms(parts.folder, parts.programs, say);
    await buildImages(parts, IMAGES, say);
  } catch (error) {
    if (error instanceof EngineError) throw new MissingParts(error.message, { cause: error });
    throw error;
  }
  return parts;
}

function checkDisk(folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = (bavail * bsize) / 1024 ** 3;
  if (free < FREE_GIB_MIN)
    throw new MissingParts(
      `${folder} has ${free.toFixed(1)} GiB free, and the parts need ${String(FREE_GIB_MIN)}: make room, or name a folder on another disk with --parts FOLDER`,
    );
}

function hasAll(parts: Parts): boolean {
  return hasPrograms(parts) && existsSync(parts.system) && missingImages(parts).length === 0;
}

function hasPrograms({ programs }: Parts): boolean {
  return PROGRAMS.every((name) => existsSync(join(programs, name)));
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
