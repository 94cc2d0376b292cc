import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { HOSTILE, HOSTILE_SHOWN, plain, VISITOR } from '../../../test/views.ts';
import { type LookedAtFile, severalPage, type SeveralView } from './several-view.ts';

const TRANSACTIONS = {
  added: 4,
  known: 0,
  changed: 0,
  lookalikes: [],
  undone: { removed: 0, kept: 0, first: [] },
};

function file(name: string, place: number, earlier: LookedAtFile['preview']['earlier'] = []): LookedAtFile {
  const preview = {
    format: 'bitvavo',
    title: 'Bitvavo',
    accountRef: 'bitvavo',
    accountLabel: 'Bitvavo',
    rows: 4,
    events: { ACQUISITION: 4 },
    assets: [],
    transfers: 0,
    withoutValue: 0,
    leftOut: [],
    transactions: TRANSACTIONS,
    earlier,
  };
  return { preview, returned: { name, sha256: 'ab', content: 'cd' }, place };
}

const page = (view: Partial<SeveralView>): string =>
  severalPage({
    language: 'en',
    visitor: VISITOR,
    done: null,
    files: [],
    waiting: [],
    rejected: [],
    timeZone: '',
    signature: 's',
    ...view,
  });

describe('The page of several files', () => {
  const waiting = [
    { name: HOSTILE, sha256: '12', content: '34' },
    { name: 'last.csv', sha256: '56', content: '78' },
  ];

  it('keeps the files for which there was no time in its form, behind those with a tick', () => {
    const html = page({ files: [file('first.csv', 0)], waiting });
    for (const field of ['name="name-1"', 'name="content-2" value="78"', 'name="waiting" value="2"'])
      expect(html).toContain(field);
    expect(html).toContain(HOSTILE_SHOWN);
    expect(html).not.toContain('name="add-1"');
    expect(plain(html)).toContain('Add the ticked files, and look at the next ones');
  });

  it('leads to the next files where no file could be read in time', () => {
    expect(plain(page({ waiting }))).toContain('Look at the next files');
    expect(plain(page({ files: [file('first.csv', 0)] }))).toContain('Add the ticked files Cancel');
  });

  it.each(LANGUAGES)(
    'in %s names the earlier file by its number on the page, whatever was rejected before it',
    (language) => {
      const files = [file('first.csv', 1), file('second.csv', 3, [{ file: 1, same: 7, alike: 0 }])];
      const text = plain(page({ language, files }));
      expect(text).toContain('1, first.csv');
      expect(text).toContain('7');
    },
  );
});
