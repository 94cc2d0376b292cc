import { describe, expect, it } from '@jest/globals';
import { agoText, type Language, timeAgo } from './language.ts';

/** In Brussels 00:30 on 11 June 2026. */
const NOW_MS = Date.parse('2026-06-10T22:30:00Z');

describe('agoText', () => {
  it.each<[Language, string, string | null]>([
    ['en', '2026-06-10T22:29:31Z', 'now'],
    ['nl', '2026-06-10T22:29:31Z', 'nu'],
    ['fr', '2026-06-10T22:29:31Z', 'maintenant'],
    ['en', '2026-06-10T22:30:40Z', 'now'],
    ['en', '2026-06-10T22:28:00Z', '2 minutes ago'],
    ['nl', '2026-06-10T22:28:00Z', '2 minuten geleden'],
    ['fr', '2026-06-10T22:28:00Z', 'il y a 2 minutes'],
    ['en', '2026-06-10T21:31:00Z', '59 minutes ago'],
    // Another calendar day in Brussels, although two hours ago and the same day in UTC.
    ['en', '2026-06-10T20:30:00Z', 'yesterday, 22:30'],
    ['nl', '2026-06-10T12:34:00Z', 'gisteren, 14:34'],
    ['fr', '2026-06-10T12:34:00Z', 'hier, 14:34'],
    ['en', '2026-06-08T22:30:00Z', '2 days ago'],
    ['nl', '2026-06-08T22:30:00Z', 'eergisteren'],
    ['en', '2026-06-05T10:00:00Z', '6 days ago'],
    ['en', '2026-06-04T10:00:00Z', null],
    ['en', '2026-06-10T22:32:00Z', null],
    ['en', 'never', null],
  ])('says in %s of %s: %s', (language, instant, expected) => {
    expect(agoText(language, instant, NOW_MS)).toBe(expected);
  });

  it('counts the hours of the same day', () => {
    const noonMs = Date.parse('2026-06-10T10:00:00Z');
    expect(agoText('en', '2026-06-10T07:01:00Z', noonMs)).toBe('2 hours ago');
    expect(agoText('fr', '2026-06-09T22:00:00Z', noonMs)).toBe('il y a 12 heures');
  });
});

describe('timeAgo', () => {
  it('has the date in the title and as text', () => {
    expect(timeAgo('en', '2026-06-10T22:28:00Z', NOW_MS).toString()).toBe(
      '<time datetime="2026-06-10T22:28:00Z" title="11 Jun 2026, 00:28"\n' +
        '    >2 minutes ago<span class="for-readers moment">, 11 Jun 2026, 00:28</span></time\n  >',
    );
  });

  it('is the date alone after a week', () => {
    expect(timeAgo('nl', '2026-01-31T23:00:00Z', NOW_MS).toString()).toBe(
      '<time datetime="2026-01-31T23:00:00Z">1 feb 2026, 00:00</time>',
    );
  });
});
