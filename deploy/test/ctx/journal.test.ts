import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Journal } from '../../ctx/journal.ts';

const folder = mkdtempSync(join(tmpdir(), 'ctx-journal-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Entry {
  readonly id: number;
}
const isEntry = (value: object): value is Entry => 'id' in value;
const entriesOf = (file: string): readonly Entry[] => Journal.open(file, isEntry).entries;

describe('A journal', () => {
  test('has the entries of an earlier process, and only its owner can read it', () => {
    const file = join(folder, 'plain.jsonl');
    Journal.open(file, isEntry).add({ id: 1 });
    Journal.open(file, isEntry).add({ id: 2 });
    expect(entriesOf(file)).toEqual([{ id: 1 }, { id: 2 }]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('leaves out a line that was cut off and lines of something else, and keeps what is added after them', () => {
    const file = join(folder, 'torn.jsonl');
    writeFileSync(file, '{"id":1}\n{"other":2}\n7\n{"id":');
    Journal.open(file, isEntry).add({ id: 3 });
    expect(entriesOf(file)).toEqual([{ id: 1 }, { id: 3 }]);
  });

  test('can be replaced as a whole, and removed', async () => {
    const file = join(folder, 'replaced.jsonl');
    const journal = Journal.open(file, isEntry);
    journal.add({ id: 1 });
    await journal.replace([{ id: 2 }]);
    expect(entriesOf(file)).toEqual([{ id: 2 }]);
    await journal.end();
    expect(existsSync(file)).toBe(false);
  });

  test('that cannot be written is rejected when it is opened', () => {
    expect(() => entriesOf(join(folder, 'no', 'such', 'folder'))).toThrow('cannot be used');
  });
});
