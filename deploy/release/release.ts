/** A release: one version in every place, and the unreleased entries of the changelog in a section of that version. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newestRelease, unreleased, withRelease } from './changelog.ts';
import { placesOf } from './places.ts';

export const CHANGELOG = 'CHANGELOG.md';
const VERSION = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/;

/** A file and its new text. */
export interface Change {
  readonly file: string;
  readonly text: string;
}

/** Returns the files of each version; there is one version if all places agree. */
export function versionsOf(root: string): ReadonlyMap<string, readonly string[]> {
  const found = placesOf(root).flatMap(({ file, versionsIn }) => {
    const versions = versionsIn(read(root, file));
    return (versions.length === 0 ? ['none'] : versions).map((version) => ({ file, version }));
  });
  const released = newestRelease(read(root, CHANGELOG));
  if (released !== null) found.push({ file: CHANGELOG, version: released });
  const byVersion = Map.groupBy(found, ({ version }) => version);
  return new Map([...byVersion].map(([version, places]) => [version, places.map(({ file }) => file)]));
}

/** Returns the reasons why `version` cannot be released from the repository at `root`; empty if it can. */
export function faultsOf(root: string, version: string): readonly string[] {
  const changelog = read(root, CHANGELOG);
  const versions = versionsOf(root);
  const [current = ''] = versions.keys();
  const faults: string[] = [];
  if (versions.size > 1)
    for (const [held, files] of versions)
      faults.push(`places do not agree: ${held} is in ${[...new Set(files)].join(', ')}`);
  if (!VERSION.test(version)) faults.push(`${JSON.stringify(version)} is not a version of the form X.Y.Z`);
  else if (versions.size === 1 && !isHigher(version, current)) {
    const isFirst = newestRelease(changelog) === null && version === current;
    if (!isFirst) faults.push(`${version} is not higher than ${current}`);
  }
  const entries = unreleased(changelog);
  if (entries === null) faults.push(`${CHANGELOG} has no section "## Unreleased"`);
  else if (entries === '') faults.push(`${CHANGELOG} has nothing under "## Unreleased"`);
  return faults;
}

/** Returns the files that a release of `version` on `day` (YYYY-MM-DD) changes, with their new text. */
export function changesOf(root: string, version: string, day: string): readonly Change[] {
  const ofPlaces = placesOf(root).map(({ file, withVersion }) => ({
    file,
    text: withVersion(read(root, file), version),
  }));
  const changelog = { file: CHANGELOG, text: withRelease(read(root, CHANGELOG), version, day) };
  return [...ofPlaces, changelog].filter(({ file, text }) => text !== read(root, file));
}

/** Writes the changes to the repository at `root`. */
export function write(root: string, changes: readonly Change[]): void {
  for (const { file, text } of changes) writeFileSync(join(root, file), text);
}

function read(root: string, file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function isHigher(version: string, than: string): boolean {
  const [left, right] = [version, than].map((text) => text.split('.').map(Number));
  const index = [0, 1, 2].find((part) => left?.[part] !== right?.[part]);
  return index !== undefined && (left?.[index] ?? 0) > (right?.[index] ?? 0);
}
