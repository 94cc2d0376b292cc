/** What the images hold of other people's packages, by the lock file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Each image of the Dockerfile and the workspace whose dependencies it installs. */
export const IMAGES = {
  gateway: 'services/gateway',
  read: 'services/read',
  corrections: 'services/corrections',
  recalc: 'services/recalc',
  tools: 'deploy',
} as const;
export type Image = keyof typeof IMAGES;

export interface Dependency {
  readonly name: string;
  readonly version: string;
  /** SPDX expression; null where the package names none. */
  readonly licence: string | null;
}

interface Entry {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Packages of production below a workspace, our own left out, by name and version; those of other systems are among them. */
export function dependenciesOf(root: string, workspace: string): readonly Dependency[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Entry>>;
  };
  const found = new Map<string, Dependency>();
  const visited = new Set<string>();
  const visit = (path: string): void => {
    if (visited.has(path)) return;
    visited.add(path);
    const entry = lock.packages[path] ?? {};
    const [, name] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    if (name !== undefined) {
      const dependency = {
        name: entry.name ?? name,
        version: entry.version ?? '',
        licence: entry.license ?? null,
      };
      found.set(`${dependency.name}@${dependency.version}`, dependency);
    }
    const wanted = { ...entry.peerDependencies, ...entry.optionalDependencies, ...entry.dependencies };
    for (const next of Object.keys(wanted)) {
      const resolved = resolve(lock.packages, path, next);
      // Peers and optional packages may be left out.
      if (resolved !== null) visit(resolved);
      else if (entry.dependencies?.[next] !== undefined)
        throw new Error(`package-lock.json has no ${next} for ${path}: run npm install`);
    }
  };
  visit(workspace);
  const key = ({ name, version }: Dependency): string => `${name}@${version}`;
  return [...found.values()].sort((left, right) => (key(left) < key(right) ? -1 : 1));
}

/** The path in the lock file of what `name` means to the package at `from`, as node looks for it; links are followed. */
function resolve(packages: Readonly<Record<string, Entry>>, from: string, name: string): string | null {
  for (let folder = from; ; folder = parentOf(folder)) {
    const path = join(folder, 'node_modules', name);
    const entry = packages[path];
    if (entry !== undefined) return entry.link === true ? (entry.resolved ?? '') : path;
    if (folder === '') return null;
  }
}

function parentOf(folder: string): string {
  const cut = Math.max(folder.lastIndexOf('/'), 0);
  return folder.slice(0, cut);
}
