/** The order of the rooms in each service: a planted import of every room to the floor above is reported. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import configuration, { FLOORS } from '../../.dependency-cruiser.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SERVICES = Object.entries(FLOORS);
const ROOTS = [...new Set(SERVICES.map(([, { folder }]) => folder.slice(0, folder.indexOf('/'))))];
/** Folders that hold no code of the product. */
const NO_ROOMS = ['compose/', 'migrations/', 'node_modules/', 'test/'];

type Imports = ReadonlyMap<string, readonly string[]>;

/** Returns the file of a room: itself, or one in its folder. */
const fileIn = (folder: string, room: string): string =>
  `${folder}${room}${room.endsWith('/') ? 'planted.ts' : ''}`;

/** Writes files that import each other, and returns the importing files that a rule of floors reports. */
async function climbingFiles(baseDir: string, imports: Imports): Promise<string[]> {
  for (const [file, targets] of imports) {
    mkdirSync(join(baseDir, dirname(file)), { recursive: true });
    const lines = targets.map((target) => `import './${relative(dirname(file), target)}';`);
    writeFileSync(join(baseDir, file), [...lines, 'export {};'].join('\n'));
  }
  const { output } = await cruise(ROOTS, {
    ...(configuration as { options: object }).options,
    exclude: { path: 'nothing-is-left-out' },
    baseDir,
    ruleSet: { forbidden: (configuration as { forbidden: unknown }).forbidden as never },
    validate: true,
    outputType: 'json',
  });
  const { violations } = (JSON.parse(output as string) as ICruiseResult).summary;
  return [
    ...new Set(
      violations
        .filter(({ rule }) => rule.name.startsWith('floors-of-'))
        .map(({ from, to }) => `${from} -> ${to}`),
    ),
  ];
}

/** Imports of each room to the rooms that `targetsOf` returns for its floor. */
function importsOf(
  targetsOf: (floors: readonly (readonly string[])[], floor: number, room: string) => string[],
) {
  return new Map(
    SERVICES.flatMap(([, { folder, floors }]) =>
      floors.flatMap((rooms, floor) =>
        rooms.map((room) => {
          const targets = targetsOf(floors, floor, room).map((target) => fileIn(folder, target));
          return [fileIn(folder, room), targets] as const;
        }),
      ),
    ),
  );
}

/** The rooms of the floor above, and the other rooms of the same floor. */
const UP = importsOf((floors, floor, room) => [
  ...(floors[floor - 1] ?? []),
  ...(floors[floor] ?? []).filter((other) => other !== room),
]);
const DOWN = importsOf((floors, floor) => floors.slice(floor + 1).flat());

describe('The floors of a service', () => {
  let folder: string;
  let reported: string[];
  let reportedDown: string[];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ctx-floors-'));
    reported = await climbingFiles(join(folder, 'up'), UP);
    reportedDown = await climbingFiles(join(folder, 'down'), DOWN);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([...UP].flatMap(([from, targets]) => targets.map((to) => `${from} -> ${to}`)))(
    'forbid the import %s',
    (climb) => {
      expect(reported).toContain(climb);
    },
  );

  it('allow every import of a lower floor', () => {
    expect(reportedDown).toEqual([]);
  });

  it.each(SERVICES)('of %s name each of its rooms', (_name, { folder: place, floors }) => {
    const found = readdirSync(join(ROOT, place), { withFileTypes: true })
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .filter((room) => /\/$|(?<!\.test)\.ts$/.test(room) && !NO_ROOMS.includes(room));
    expect(floors.flat().toSorted()).toEqual(found.toSorted());
  });
});
