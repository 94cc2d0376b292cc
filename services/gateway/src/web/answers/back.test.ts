import { describe, expect, it } from '@jest/globals';
import { backAfter, backOf, backOvertaken } from './back.ts';

const ID = '52dcfb1b-42ef-8339-acaa-64a9c2854fcc';

describe('the page that an answer returns to', () => {
  it.each([
    ['/inbox', '/inbox'],
    ['/inbox?year=2026&queue=PRICES', '/inbox?year=2026&queue=PRICES'],
    [`/transactions/${ID}?year=2026`, `/transactions/${ID}?year=2026`],
    [`/inbox?page=1&done=answered&undo=${ID}`, '/inbox?page=1'],
    ['/inbox#answers', '/inbox'],
  ])('is %s', (address, expected) => {
    expect(backOf(address)).toBe(expected);
  });

  it.each([
    '',
    'https://evil.example/inbox',
    '//evil.example/inbox',
    String.raw`/\evil.example/inbox`,
    String.raw`\\evil.example/inbox`,
    'javascript:alert(1)',
    '/settings/tokens',
    '/transactions',
    '/transactions/../settings',
    `/transactions/${ID}/asset`,
    '/inbox/x',
    '/inboxes',
  ])('is never %s', (address) => {
    expect(backOf(address)).toBeNull();
  });

  it('says that the answer is saved, and names the entry that undoes it', () => {
    expect(backAfter('/inbox?year=2026', ID)).toBe(`/inbox?year=2026&done=answered&undo=${ID}`);
    expect(backAfter('/inbox', null)).toBe('/inbox?done=answered');
  });

  it('says that the question no longer stands as it was asked, and names no entry', () => {
    expect(backOvertaken('/inbox?year=2026')).toBe('/inbox?year=2026&done=overtaken');
  });
});
