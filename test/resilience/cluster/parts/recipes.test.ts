/** Tests that parts are made again when what they are made from has changed. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { IMAGES, missingImages } from './images.ts';
import type { Parts } from './paths.ts';
import { Recipes, servicesRecipe } from './recipes.ts';

let folder: string;
let parts: Parts;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ctx-parts-'));
  parts = { folder, programs: folder, system: folder, images: folder };
  for (const name of IMAGES) writeFileSync(join(folder, `${name}.tar`), '');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('The images of the cluster', () => {
  it('are made again where nothing says by which recipe they were made', () => {
    expect(missingImages(parts, new Recipes(parts))).toEqual(IMAGES);
  });

  it('stay while their recipes stay, and only those whose recipe has changed are made again', () => {
    const recipes = new Recipes(parts);
    for (const name of IMAGES) recipes.record(name);
    expect(missingImages(parts, new Recipes(parts))).toEqual([]);
    const file = join(folder, 'made.json');
    const made = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...made, services: 'the code of yesterday' }));
    expect(missingImages(parts, new Recipes(parts))).toEqual(['services']);
  });
});

describe('The recipe of our images', () => {
  it('names each file that the Dockerfile can see, and no test', () => {
    const names = servicesRecipe().files.map(([name]) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'Dockerfile',
        'package-lock.json',
        'services/read/src/main.ts',
        'deploy/ctx/main.ts',
      ]),
    );
    expect(names.filter((name) => name.endsWith('.test.ts'))).toEqual([]);
  });
});
