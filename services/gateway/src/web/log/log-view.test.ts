import { describe, expect, it } from '@jest/globals';
import { digitsOf, exampleOf, HOSTILE, HOSTILE_SHOWN, plain, VISITOR } from '../../../test/views.ts';
import type { Language } from '../../ui/language.ts';
import type { Entry } from './log-entry.ts';
import { logPage, type LogView } from './log-view.ts';

const HISTORY = digitsOf('listHistory');
/** The value in euro of a sale of 1.5 ETH, set to 5,250. */
const [VALUE] = HISTORY.entries as [Entry];
const [CHANGE] = VALUE.changes as [Entry['changes'][number]];
const [SALE] = CHANGE.events as [(typeof CHANGE.events)[number]];

/** Returns an entry with these changes, each of them different from that of `VALUE`. */
const entryOf = (changes: readonly Partial<typeof CHANGE>[], more: Partial<Entry> = {}): Entry => ({
  ...VALUE,
  changeCount: String(changes.length),
  changes: changes.map((each) => ({ ...CHANGE, ...each })),
  ...more,
});

const TREATMENT = entryOf([
  {
    fields: [
      { field: 'overriddenEuroValue', from: '400', to: '412.5' },
      { field: 'overriddenTreatment', to: 'PERSONAL_SPEND' },
      { field: 'notes', to: '<b>a bill</b>' },
    ],
  },
]);
const MATCH = entryOf(
  [
    {
      action: 'TRANSFER_MATCHED',
      targetId: 'm',
      eventIds: ['out', 'in'],
      events: [
        { ...SALE, taxEventId: 'out', amount: '0.020000000000000001' },
        { ...SALE, taxEventId: 'in', amount: '0.020000000000000001', accountLabel: 'Ledger' },
      ],
      fields: [
        { field: 'transferKind', to: 'SELF_TRANSFER' },
        { field: 'outTaxEventId', to: 'out' },
        { field: 'inTaxEventId', to: 'in' },
      ],
    },
  ],
  { kind: 'TRANSFER_MATCH', eventIds: ['out', 'in'] },
);
const RULE = entryOf(
  [
    {
      action: 'RULE_CREATED',
      targetId: 'r',
      eventIds: [],
      events: [],
      fields: [
        { field: 'action', to: 'IGNORE_DUST' },
        { field: 'label', to: 'Small change' },
        { field: 'thresholdEur', to: '1' },
      ],
    },
  ],
  { kind: 'RULE', eventIds: [] },
);
const lost = (taxEventId: string, more: Partial<typeof SALE> = {}): Partial<typeof CHANGE> => ({
  targetId: taxEventId,
  eventIds: [taxEventId],
  events: [{ ...SALE, taxEventId, ...more }],
  fields: [{ field: 'overriddenTreatment', to: 'LOST' }],
});
const BULK = entryOf([lost('e1', { amount: '1500', assetSymbol: 'RARE' }), lost('e2'), lost('e3')]);

/** Returns the page with these entries. */
function page(entries: readonly Entry[] = [VALUE], changes: Partial<LogView> = {}): string {
  return logPage({
    language: 'en',
    visitor: VISITOR,
    done: null,
    history: { ...HISTORY, size: '20', totalElements: String(entries.length), entries },
    years: exampleOf('listYears').years,
    vias: ['Tax assistant', 'settings'],
    place: { filters: {}, page: 0, access: null },
    access: [],
    accessLinks: { newest: null, older: null },
    ...changes,
  });
}

/** Returns each entry of a page as HTML. */
function entriesOf(html: string): string[] {
  const [, list = ''] = html.split('<ol class="entries lines">');
  return (list.split('</ol>')[0] ?? '').split(/<li>(?=<details>)/).slice(1);
}

/** Returns the line of each entry. */
const linesOf = (html: string): string[] =>
  entriesOf(html).map((entry) => plain(/<summary>([^]*?)<\/summary>/.exec(entry)?.[1] ?? ''));

describe('an entry of the log', () => {
  it('is a line that names the units, the account, the day, the change, the token and how long ago it was', () => {
    const at = new Date(Date.now() - 120_000).toISOString();
    expect(linesOf(page([{ ...VALUE, at }]))[0]).toMatch(
      /^1\.5 ETH · Kraken · 10 Mar 2026 — Value in euro: €5,250\.00 Tax assistant · 2 minutes ago , \d+ \w+ 20\d\d, \d\d:\d\d$/,
    );
  });

  it('opens to each field before and after, with links to the transaction and to its undo', () => {
    const html = page([TREATMENT]);
    expect(linesOf(html)[0]).toMatch(
      /— Treatment: Normal → Spent personally ; Value in euro: €400\.00 → €412\.50 \+ 1 more Tax assistant/,
    );
    const [entry = ''] = entriesOf(html);
    expect(entry).toContain(`<a href="/transactions/${SALE.taxEventId}">`);
    expect(entry).toContain(`<a class="undo" href="/settings/log/${VALUE.id}/undo"`);
    expect(plain(entry)).toMatch(
      /Treatment Before Normal \(as imported\) After Spent personally Field Value in euro Before €400\.00 After €412\.50 Field Note Before nothing After <b>a bill<\/b>/,
    );
    expect(entry).toContain('&lt;b&gt;a bill&lt;/b&gt;');
    expect(entry).toMatch(/<th role="columnheader" scope="col">\s*Before\s*<\/th>/);
  });

  it('names both sides of a match, and a rule by its name', () => {
    const html = page([RULE, MATCH]);
    const [rule, match] = linesOf(html);
    expect(rule).toMatch(/^Rule “ Small change ” — created: Ignore tiny values Tax assistant/);
    expect(match).toMatch(
      /^0\.020000000000000001 ETH · Kraken → Ledger · 10 Mar 2026 — matched: Between your own wallets /,
    );
    const [ofRule = '', ofMatch = ''] = entriesOf(html);
    expect(plain(ofRule)).toMatch(/Below After €1\.00/);
    expect(ofMatch).toContain('href="/transactions/in"');
  });

  it('of a bulk correction is one line, which opens to its transactions, and says how many it leaves out', () => {
    const html = page([{ ...BULK, changeCount: '133' }]);
    expect(linesOf(html)[0]).toMatch(/^133 transactions — Treatment: Normal → Lost Tax assistant/);
    const [bulk = ''] = entriesOf(html);
    for (const id of ['e1', 'e2', 'e3']) expect(bulk).toContain(`href="/transactions/${id}"`);
    expect(plain(bulk)).toMatch(/1,500 RARE · Kraken · 10 Mar 2026 .* Treatment .* Lost/);
    expect(plain(bulk)).toContain('130 more changes of this correction are in the download.');
  });

  it('shows no id to people', () => {
    expect(plain(page([VALUE, MATCH, RULE, BULK]))).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  it('says that a transaction is no longer imported, without a link to it', () => {
    const html = page([entryOf([{ events: [], fields: [{ field: 'notes', to: 'x' }] }])]);
    expect(linesOf(html)[0]).toMatch(
      /^A transaction that is no longer imported — Note changed Tax assistant/,
    );
    expect(html).not.toContain(`/transactions/${SALE.taxEventId}"`);
  });

  it('that is an undo, or that was undone, says so', () => {
    const [undo = '', undone = ''] = entriesOf(
      page([
        { ...VALUE, undoOf: 'b' },
        { ...VALUE, undoneBy: 'a' },
      ]),
    );
    expect(plain(undo)).toMatch(/^An undo 1\.5 ETH/);
    expect(undo).toContain('/undo"');
    expect(undone).toContain('<span class="tag undo">Undone</span>');
    expect(undone).not.toContain('/undo"');
  });

  it.each([
    ['Year locked', { year: 2026, locked: true, frozen: false }],
    ['Year submitted', { year: 2026, locked: false, frozen: true }],
  ])('that cannot be undone says why: %s', (why, year) => {
    const [entry = ''] = entriesOf(page([VALUE], { years: [year] }));
    expect(plain(entry)).toMatch(new RegExp(`${why}$`));
    expect(entry).not.toContain('/undo"');
    expect(plain(entry).includes('5,250')).toBe(year.frozen);
  });

  it.each<[Language, RegExp]>([
    ['nl', /^3 transacties — Behandeling: Normaal → Verloren Tax assistant · 2 apr 2026/],
    ['fr', /^3 transactions — Traitement : Normal → Perte Tax assistant · 2 avr\. 2026/],
  ])('is in the language of the browser: %s', (language, expected) => {
    expect(linesOf(page([BULK], { language }))[0]).toMatch(expected);
  });

  it('shows texts of third parties as text, without invisible characters', () => {
    const html = page([
      entryOf([{ events: [{ ...SALE, assetSymbol: HOSTILE }], fields: [{ field: 'notes', to: HOSTILE }] }], {
        via: HOSTILE,
      }),
    ]);
    expect(html).toContain(HOSTILE_SHOWN);
    expect(html).not.toMatch(/<img|\u202e/);
  });
});

describe('the filters of the log', () => {
  it('are a form that names years, tokens and apps, and shows what is chosen', () => {
    const via = 'Other & "tool"';
    const html = page([{ ...VALUE, via }], {
      place: { filters: { via, year: '2025' }, page: 0, access: null },
    });
    expect(html).toContain('<option value="Other &amp; &quot;tool&quot;" selected>');
    expect(html).toContain('<option value="2025" selected>');
    for (const name of ['Tax assistant', 'settings']) expect(html).toContain(`<option value="${name}"`);
    expect(html).toContain('<a href="/settings/log#corrections">Remove all filters</a>');
    expect(entriesOf(html)[0]).toContain('href="/settings/log?via=Other+%26+%22tool%22#corrections"');
    expect(page()).not.toContain('Remove all filters');
  });

  it('say that the corrections of one transaction are shown', () => {
    const place = { filters: { transaction: SALE.taxEventId }, page: 0, access: null };
    expect(plain(page([VALUE], { place }))).toContain('Only the corrections of one transaction are shown.');
  });

  it('say when nothing matches, and how to remove them', () => {
    const html = page([], { place: { filters: { kind: 'TRANSFER_MATCH' }, page: 0, access: null } });
    expect(plain(html)).toContain('No correction matches these filters.');
    expect(html).toContain('Remove all filters');
  });
});

describe('the pages of the log', () => {
  it('go through the corrections, and keep the filters and the place in the other list', () => {
    const filters = { kind: 'RULE' };
    const history = { ...HISTORY, size: '20', totalElements: '45', hasNext: true };
    const html = page([], { history, place: { filters, page: 1, access: 7 } });
    expect(plain(html)).toContain('21–21 of 45');
    expect(html).toContain('href="/settings/log?kind=RULE&amp;access=7#corrections">Newest corrections');
    expect(html).toMatch(
      /href="\/settings\/log\?kind=RULE&amp;page=2&amp;access=7#corrections" rel="next"\s*>\s*Older corrections/,
    );
    const beyond = page([], { place: { filters: {}, page: 9, access: null } });
    expect(plain(beyond)).toContain('The list has fewer pages. To the first page');
  });

  it('go through sign-ins and tokens', () => {
    const html = page([], { accessLinks: { newest: '/newest', older: '/older' } });
    expect(html).toContain('<a href="/newest">Newest entries</a>');
    expect(html).toContain('<a href="/older" rel="next">Older entries</a>');
  });
});

describe('an empty log', () => {
  it('says what the first step is, with links, and has neither filters nor download', () => {
    const html = page([]);
    expect(plain(html)).toContain('Nothing has been corrected yet.');
    for (const link of ['/inbox', '/settings/connect']) expect(html).toContain(`<a href="${link}">`);
    expect(html).not.toMatch(/<form class="filters"|format=csv/);
    expect(plain(html)).toContain('Nothing has happened yet.');
  });
});

describe('an entry of the access log', () => {
  const FAILED = {
    entryId: 1,
    at: '2026-06-10T10:00:00Z',
    action: 'SIGN_IN_FAILED',
    target: null,
    via: 'password',
    browser: 'Firefox (Linux)',
    network: '127.0.0.0/24',
    times: 2,
    lastAt: '2026-06-10T11:00:00Z',
  } as const;

  it('names what happened, how, from where, when and how often', () => {
    expect(plain(page([], { access: [FAILED] }))).toMatch(
      /What Sign-in failed Token, app, passkey or file – How With a password From where Firefox \(Linux\) , 127\.0\.0\.0\/24 When 10 Jun 2026, 12:00 2 times, the last on 10 Jun 2026, 13:00/,
    );
    const several = { ...FAILED, browser: null, network: null };
    expect(plain(page([], { access: [several] }))).toContain('From where Several places');
  });

  it('names the token or app as text, without invisible characters', () => {
    const html = page([], { access: [{ ...FAILED, action: 'APP_REVOKED', target: HOSTILE, lastAt: null }] });
    expect(html).toContain(HOSTILE_SHOWN);
    expect(html).not.toMatch(/<img|\u202e/);
  });
});
