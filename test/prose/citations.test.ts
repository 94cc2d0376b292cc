import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { type DeadCitation, findDeadCitations } from './citations.ts';

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const textOf = ({ file, line, fault }: DeadCitation): string => `${file}:${line}: ${fault}`;

describe('the citations of this repository', () => {
  it('lead to pages, sections and paths that exist', () => {
    expect(findDeadCitations(pathOf('../../')).map(textOf)).toEqual([]);
  });
});

describe('the check of citations', () => {
  const planted = findDeadCitations(pathOf('planted/citations/')).map(textOf);
  const cite = 'cite a place that the page has';

  it.each([
    [
      'a page that does not exist',
      'dead.ts:1: gone.md does not exist; name a page that does, or remove the citation',
    ],
    [
      'a page that a folder does not have',
      'dead.ts:2: docs/gone/engine.md does not exist; name a page that does, or remove the citation',
    ],
    [
      'a section number that the page does not have',
      `dead.ts:3: docs/rules/engine.md has no section 3; ${cite}`,
    ],
    [
      'a title that the page does not have',
      `dead.ts:4: docs/rules/engine.md has no section "Swaps"; ${cite}`,
    ],
    [
      'a title that another section of the page has',
      `dead.ts:5: docs/rules/engine.md has no section "Rules" in section 2; ${cite}`,
    ],
    [
      'a point that the section does not have',
      `dead.ts:6: docs/rules/engine.md has no point 2 in section "Rules"; ${cite}`,
    ],
    [
      'a further point that the section does not have',
      `dead.ts:7: docs/rules/engine.md has no point 3 in section "Rules"; ${cite}`,
    ],
    [
      'a dead title that is on the next comment line',
      `dead.ts:8: docs/rules/engine.md has no section "Overrides" in section 1; ${cite}`,
    ],
    [
      'an invariant that the page does not have',
      `dead.ts:10: docs/rules/engine.md does not name **I2**; ${cite}`,
    ],
    [
      'a word of code that the page does not have',
      `dead.ts:11: docs/rules/engine.md does not name isRepayment; ${cite}`,
    ],
    [
      'a section that is only a comment in a shell block',
      `dead.ts:12: docs/rules/engine.md has no section 9; ${cite}`,
    ],
    [
      'a name that two pages have',
      'dead.ts:13: notes.md may be docs/one/notes.md or docs/two/notes.md; cite it with its folder',
    ],
    ['a decision that does not exist', 'dead.ts:14: ADR 2 does not exist; name one that docs/adr has'],
    [
      'a path in a comment that does not exist',
      'dead.ts:15: services/read/gone.ts does not exist; name where it is now',
    ],
    [
      'an anchor that the page does not have',
      'dead.ts:16: docs/rules/engine.md has no heading for #gone; name one of its headings',
    ],
    ['a dead citation in a migration', `dead.sql:1: docs/rules/engine.md has no section 3; ${cite}`],
    ['a dead citation in a value of YAML', `dead.yaml:2: docs/rules/engine.md has no section 3; ${cite}`],
    [
      'a dead citation in a proto',
      'dead.proto:1: gone.md does not exist; name a page that does, or remove the citation',
    ],
  ])('reports %s, with its line', (_kind, fault) => {
    expect(planted).toContain(`services/read/${fault}`);
  });

  it.each([
    ['page', '5: the link leads to docs/gone.md, which does not exist; name where it is now'],
    [
      'heading of another page',
      '7: docs/rules/engine.md has no heading for #3-years; name one of its headings',
    ],
    ['heading of the same page', '9: docs/links.md has no heading for #gone; name one of its headings'],
    ['path in prose', '11: services/read/gone.ts does not exist; name where it is now'],
  ])('reports a dead link of a document to a %s', (_kind, fault) => {
    expect(planted).toContain(`docs/links.md:${fault}`);
  });

  it('reports none of the planted citations that lead somewhere', () => {
    expect(planted).toHaveLength(22);
  });
});
