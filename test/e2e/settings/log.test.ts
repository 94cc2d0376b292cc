/** The log: what it shows of corrections and of the access log, filters, pages, and the download. Lines and details are tested beside the view. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { App } from '../oauth/app.ts';
import { query, Visitor } from '../oauth/visitor.ts';
import {
  event,
  importLines,
  newToken,
  sharedTestStack,
  type TestStack,
  UNKNOWN_ID,
  WORKED_EXAMPLE_1,
} from '../stack.ts';
import { type Corrector, entriesOf, FACTS, linesOf, LOG, newCorrector, plain } from './log-users.ts';
import { linesOf as linesOfLogs } from '../log-lines.ts';
import { newSomeone, textOf } from './person.ts';

let stack: TestStack;
let user: Corrector;

beforeAll(async () => {
  stack = await sharedTestStack();
  user = await newCorrector(stack, 'log-reader@example.org');
});
afterAll(async () => {
  await stack.remove();
});

const id = (name: string, of = user): string => of.events.get(name)!;
const page = async (search = '', headers = {}): Promise<string> =>
  (await user.person.get(`${LOG}${search}`, headers)).html;
const correctionsOf = (html: string): string => html.split('id="access"')[0] ?? '';
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-/;
const DUST = { action: 'IGNORE_DUST', matchType: 'DUST_THRESHOLD' };

describe('the page of the log', () => {
  it('shows each correction that was made through the API, with its details and without ids', async () => {
    await user.correct('/overrides', { taxEventId: id('S2'), overriddenEuroValue: 400 });
    await user.correct('/overrides', {
      taxEventId: id('OUT'),
      overriddenTreatment: 'TRANSFER_OUT_OWN_WALLET',
    });
    await user.correct('/overrides', {
      taxEventId: id('S2'),
      overriddenEuroValue: 412.5,
      overriddenTreatment: 'PERSONAL_SPEND',
      notes: '<b>a bill</b>',
    });
    await user.correct('/transfer-matches', {
      outTaxEventId: id('OUT'),
      inTaxEventId: id('IN'),
      transferKind: 'SELF_TRANSFER',
    });
    await user.correct('/rules', { ...DUST, label: 'Small change', thresholdEur: 1 });
    const taxEventIds = [id('RARE'), id('B1'), id('B2')];
    await user.correct('/overrides/bulk', { taxEventIds, overriddenTreatment: 'LOST' });
    const html = await page();
    expect(linesOf(html)).toEqual([
      expect.stringMatching(/^3 transactions — Treatment: Normal → Lost Demo write · now , /),
      expect.stringMatching(/^Rule “ Small change ” — created: Ignore tiny values /),
      expect.stringMatching(/^0\.020000000000000001 ETH · Kraken → Ledger · 9 Jun 2026 — matched: /),
      expect.stringMatching(
        /^0\.1 ETH · Kraken · 10 Apr 2026 — Treatment: Normal → Spent personally ; Value in euro: €400\.00 → €412\.50 \+ 1 more/,
      ),
      expect.stringMatching(/ 9 Jun 2026 — Treatment: Normal → Outgoing transfer to your own wallet /),
      expect.stringMatching(/ 10 Apr 2026 — Value in euro: €400\.00 /),
    ]);
    const [bulk = ''] = entriesOf(html);
    for (const taxEventId of taxEventIds) expect(bulk).toContain(`href="/transactions/${taxEventId}"`);
    expect(plain(correctionsOf(html))).not.toMatch(UUID);
    // The key of an asset can be an address on a chain.
    expect(correctionsOf(html)).not.toContain('0xfeed');
    expect(textOf((await user.person.get('/settings')).html)).toMatch(
      /Latest corrections 3 transactions — Treatment: Normal/,
    );
  });

  it('says that a transaction is no longer imported', async () => {
    const gone = await newCorrector(stack, 'log-gone@example.org');
    const entry = await gone.correct('/overrides', { taxEventId: id('S2', gone), notes: 'x' });
    const kept = FACTS.filter((fact) => !('referenceId' in fact) || fact.referenceId !== 'S2');
    expect(await importLines(stack, gone.userId, kept, 'kraken-1')).not.toHaveProperty('error');
    const { html } = await gone.person.get(LOG);
    expect(linesOf(html)[0]).toMatch(/^A transaction that is no longer imported — Note changed Demo write/);
    const undo = await gone.person.get(`${LOG}/${entry}/undo`);
    expect(undo.status).toBe(409);
    expect(plain(undo.html)).toContain('One of its transactions is no longer imported.');
  });

  it('has no value in euro of a locked year, whatever it was', async () => {
    const locked = await newCorrector(stack, 'log-locked@example.org');
    const pages: string[] = [];
    for (const overriddenEuroValue of [7321.09, 7399.99]) {
      await locked.correct('/overrides', { taxEventId: id('B0', locked), overriddenEuroValue });
      await stack.ctx(['user', 'set', '--user', locked.userId, '--remove-year', '2023']);
      for (const address of [LOG, `${LOG}/download?format=csv`, `${LOG}/download?format=jsonl`])
        pages.push((await locked.person.get(address)).html);
      await stack.ctx(['user', 'set', '--user', locked.userId, '--add-year', '2023']);
    }
    const [log = '', csv = ''] = pages;
    expect(linesOf(log)[0]).toMatch(/Value in euro: Locked/);
    expect(csv).toContain('overriddenEuroValue,,LOCKED');
    for (const shown of pages) expect(shown).not.toMatch(/\b7[,.]?3(21|99)\b/);
    expect(plain((await locked.person.get(LOG)).html)).toContain('€7,321.09');
  });
});

describe('texts of third parties in the log', () => {
  const HOSTILE = '<img src=x onerror=alert(1)>\u202e\u200b';

  it('are shown as text, without invisible characters, in the page and its links', async () => {
    const facts = [
      ...WORKED_EXAMPLE_1,
      {
        kind: 'account',
        ref: 'csv',
        accountKind: 'file',
        datasource: 'CUSTOM_CSV',
        originalFilename: HOSTILE,
      },
      event('EVIL', 'ACQUISITION', '1', '2026-05-01T10:00:00Z', '1', {
        account: 'csv',
        asset: { key: 'evil', symbol: HOSTILE },
      }),
    ];
    const victim = await newCorrector(stack, 'log-hostile@example.org', { facts });
    const visitor = new Visitor(stack);
    await visitor.signInAs(victim.userId);
    const app = await App.register(stack.ready().baseUrl, { client_name: 'App <i>"&\u202e' });
    const { access_token: token } = await app.connect(visitor);
    const response = await fetch(`${stack.ready().baseUrl}/api/v1/overrides`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        taxEventId: id('EVIL', victim),
        overriddenDescription: '=HYPERLINK("http://x")',
        overriddenFlags: [HOSTILE],
        notes: `${HOSTILE}"; onclick=`,
      }),
    });
    expect(response.status).toBe(200);
    const { entries } = await victim.history();
    const pages = [LOG, `${LOG}?via=${encodeURIComponent(entries[0]!.via)}`, `${LOG}/${entries[0]!.id}/undo`];
    for (const address of pages) {
      const { status, html } = await victim.person.get(address);
      expect([address, status]).toEqual([address, 200]);
      expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
      expect(html).toContain('App &lt;i&gt;');
      expect(html).not.toMatch(/<img|<i>|\u202e|\u200b/);
    }
    expect(linesOf((await victim.person.get(pages[1]!)).html)).toHaveLength(1);
  });

  it('are cleaned where the API returns them unchanged, as the name of a token from before the rule for names', async () => {
    const victim = await newCorrector(stack, 'log-token-name@example.org');
    const token = await newToken(stack, victim.userId, 'write', 'tool <i>');
    await query(stack, 'UPDATE identity.tokens SET name = $2 WHERE user_id = $1 AND name = $3', [
      victim.userId,
      'to\u202eol <i>',
      'tool <i>',
    ]);
    const response = await fetch(`${stack.ready().baseUrl}/api/v1/overrides`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ taxEventId: id('S2', victim), notes: 'x' }),
    });
    expect(response.status).toBe(200);
    const { entries } = await victim.history();
    expect(entries[0]!.via).toContain('\u202e');
    for (const address of [LOG, `${LOG}/${entries[0]!.id}/undo`, '/settings']) {
      const { html } = await victim.person.get(address);
      expect(plain(html)).toContain('tool <i>');
      expect(plain(html)).not.toContain('\u202e');
    }
    const filter = new URLSearchParams({ via: entries[0]!.via }).toString();
    expect(linesOf((await victim.person.get(`${LOG}?${filter}`)).html)).toHaveLength(1);
    const { html: csv } = await victim.person.get(`${LOG}/download?format=csv`);
    expect(csv).toContain(',tool <i>,');
  });

  it('in the download begin no formula of a spreadsheet', async () => {
    const victim = await newCorrector(stack, 'log-formula@example.org');
    for (const notes of ['=HYPERLINK("http://x","y")', 'a;=1+1', '+1', '@x', '-2+3'])
      await victim.correct('/overrides', { taxEventId: id('S2', victim), notes });
    const { html: csv } = await victim.person.get(`${LOG}/download?format=csv`);
    expect(csv).toContain(`"'=HYPERLINK(""http://x"",""y"")"`);
    expect(csv).toContain(`"a;'=1+1"`);
    expect(csv).toMatch(/,'\+1\r\n/);
    expect(csv).not.toMatch(/(^|[,;\t\r\n"])[=@+]/m);
    const { html: lines } = await victim.person.get(`${LOG}/download?format=jsonl`);
    expect(lines).toContain('"to":"a;=1+1"');
  });
});

describe('a download of the log', () => {
  it('adds nothing but JSON lines to the log of the gateway', async () => {
    await user.person.get(`${LOG}/download?format=csv`);
    expect(linesOfLogs(stack).filter((line) => !line.startsWith('{'))).toEqual([]);
  });
});

describe('the filters of the log', () => {
  let filtered: Corrector;
  beforeAll(async () => {
    filtered = await newCorrector(stack, 'log-filters@example.org');
    await filtered.correct('/overrides', { taxEventId: id('B0', filtered), notes: 'of 2023' });
    await filtered.correct('/overrides', { taxEventId: id('S2', filtered), notes: 'of 2026' });
    await filtered.correct('/rules', { ...DUST, label: 'Dust', thresholdEur: 1 });
    const token = await newToken(stack, filtered.userId, 'write', 'Other & "tool"');
    await fetch(`${stack.ready().baseUrl}/api/v1/overrides`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ taxEventId: id('B5', filtered), notes: 'by another' }),
    });
  });
  const linesFor = async (search: string): Promise<string[]> =>
    linesOf((await filtered.person.get(`${LOG}${search}`)).html);

  it.each([
    ['', 4],
    ['?year=2023', 2],
    ['?year=2026&kind=OVERRIDE&via=', 1],
    ['?kind=RULE', 1],
    ['?kind=TRANSFER_MATCH', 0],
    ['?via=Other+%26+%22tool%22', 1],
  ])('%s leave %i entries', async (search, count) => {
    expect(await linesFor(search)).toHaveLength(count);
  });

  it('are those of the API', async () => {
    const { entries } = await filtered.history({ year: 2023 });
    const { html } = await filtered.person.get(`${LOG}?year=2023`);
    const undone = [...html.matchAll(/class="undo" href="\/settings\/log\/([^/]+)\/undo"/g)];
    expect(undone.map(([, entryId]) => entryId)).toEqual(entries.map((entry) => entry.id));
  });

  it('show the corrections of one transaction', async () => {
    expect(await linesFor(`?transaction=${id('S2', filtered)}`)).toHaveLength(1);
  });

  it('name the tokens and apps of the user', async () => {
    const { html } = await filtered.person.get(`${LOG}?via=Other+%26+%22tool%22`);
    expect(html).toMatch(/<option value="Other &amp; &quot;tool&quot;" selected>/);
    for (const name of ['Demo write', 'settings']) expect(html).toContain(`<option value="${name}"`);
  });

  it.each(['year=x', 'year=1990', 'kind=SALE', 'transaction=x', 'page=-1', 'page=1&page=2', 'access=0'])(
    'of an address with %s are a page that does not exist',
    async (search) => {
      expect((await filtered.person.get(`${LOG}?${search}`)).status).toBe(400);
    },
  );
});

describe('the pages of the log', () => {
  it('go through each list separately, and keep the filters', async () => {
    const paged = await newCorrector(stack, 'log-pages@example.org');
    for (let count = 1; count <= 25; count += 1)
      await paged.correct('/rules', { ...DUST, label: `Rule ${String(count)}`, thresholdEur: count });
    await query(
      stack,
      `INSERT INTO identity.access_log (user_id, action, target, via)
       SELECT $1, 'TOKEN_CREATED', 'Token ' || n, 'settings' FROM generate_series(1, 25) n`,
      [paged.userId],
    );
    const rules = (html: string): number[] =>
      linesOf(html).map((line) => Number(/^Rule “ Rule (\d+) ”/.exec(line)?.[1]));
    const link = (html: string, text: string): string =>
      new RegExp(`href="([^"]+)"[^>]*>\\s*${text}`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const get = async (address: string): Promise<string> => (await paged.person.get(address)).html;
    const first = await get(`${LOG}?kind=RULE`);
    expect(rules(first)).toEqual(Array.from({ length: 20 }, (_, index) => 25 - index));
    expect(plain(first)).toContain('1–20 of 25');
    const second = await get(link(first, 'Older corrections'));
    expect(rules(second)).toEqual([5, 4, 3, 2, 1]);
    expect(plain(second)).toContain('21–25 of 25');
    expect(textOf(second)).toMatch(/Token 25 /);
    const both = await get(link(second, 'Older entries'));
    expect(rules(both)).toEqual([5, 4, 3, 2, 1]);
    expect(textOf(both)).toMatch(/Token 5 .* Token 1 /);
    expect(textOf(both)).not.toMatch(/Token 25 /);
    expect(link(both, 'Newest corrections')).toMatch(/^\/settings\/log\?kind=RULE&access=\d+#corrections$/);
    expect(rules(await get(link(both, 'Newest corrections')))[0]).toBe(25);
    expect(textOf(await get(link(both, 'Newest entries')))).toMatch(/Token 25 /);
  });
});

describe('an empty log', () => {
  it('shows nothing of another user', async () => {
    const other = await newSomeone(stack, 'log-empty@example.org');
    const { html } = await other.person.get(LOG);
    expect(textOf(html)).toContain('Nothing has been corrected yet.');
    expect(correctionsOf(html)).not.toMatch(/Small change|ETH|<form class="filters"/);
    expect(textOf(html)).toContain('Signed in');
    const csv = await other.person.get(`${LOG}/download?format=csv`);
    expect(csv.html.split('\r\n')).toHaveLength(2);
    expect((await other.person.get(`${LOG}/download?format=jsonl`)).html).toBe('');
  });
});

describe('the download of the log', () => {
  const download = (search: string, method = 'GET') =>
    user.person.send(`${LOG}/download${search}`, { method });

  it('has every row of every correction, over all pages, as JSON Lines', async () => {
    // More rows than one page, and a bulk correction of more changes than the log shows.
    const many = await newCorrector(stack, 'log-many@example.org', {
      facts: [
        ...WORKED_EXAMPLE_1,
        ...Array.from({ length: 150 }, (_, index) =>
          event(`N${String(index)}`, 'ACQUISITION', '1', '2026-05-01T10:00:00Z', '10'),
        ),
      ],
    });
    const taxEventIds = [...many.events].filter(([name]) => name.startsWith('N')).map(([, each]) => each);
    expect(taxEventIds).toHaveLength(150);
    const entries = [
      await many.correct('/overrides/bulk', { taxEventIds, overriddenTreatment: 'LOST' }),
      await many.correct('/overrides/bulk', { taxEventIds, overriddenFlags: ['a', 'b'] }),
    ];
    const answer = await many.person.get(`${LOG}/download?format=jsonl`);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="corrections.jsonl"');
    const rows = answer.html
      .trimEnd()
      .split('\n')
      .map(
        (line) =>
          JSON.parse(line) as { entryId: string; targetId: string; fields: object[]; events: object[] },
      );
    expect(rows.map(({ entryId }) => entryId)).toEqual(
      entries.toReversed().flatMap((entryId) => Array.from({ length: 150 }, () => entryId)),
    );
    expect(new Set(rows.map(({ targetId }) => targetId))).toEqual(new Set(taxEventIds));
    expect(rows[0]).toMatchObject({
      kind: 'OVERRIDE',
      via: 'Demo write',
      fields: [{ field: 'overriddenFlags', to: '["a","b"]' }],
      events: [{ type: 'ACQUISITION', assetSymbol: 'ETH', accountLabel: 'Kraken', amount: 1 }],
    });
    const { html } = await many.person.get(LOG);
    expect(linesOf(html)[0]).toMatch(/^150 transactions — Flags changed/);
    expect(plain(html)).toContain('130 more changes of this correction are in the download.');
  });

  it('has a row for each field as CSV, with every digit of an amount', async () => {
    const { status, headers, html } = await download('?format=csv');
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      'private, no-store',
    ]);
    const [head, ...rows] = html.trimEnd().split('\r\n');
    expect(head).toBe(
      'entryId,at,kind,action,via,undoOf,targetId,taxEventId,type,treatment,amount,assetSymbol,accountLabel,timestamp,field,from,to',
    );
    expect(rows.filter((row) => row.includes('overriddenTreatment'))).toHaveLength(5);
    expect(html).toContain(
      'DISPOSITION,NORMAL,0.020000000000000001,ETH,Kraken,2026-06-09T10:00:00Z,overriddenTreatment,,TRANSFER_OUT_OWN_WALLET\r\n',
    );
    // Each side of a match is about its own event.
    expect(html).toContain(`ETH,Ledger,2026-06-09T11:00:00Z,inTaxEventId,,${id('IN')}`);
  });

  it('has no body for HEAD, and no other form', async () => {
    expect(await download('?format=csv', 'HEAD')).toMatchObject({ status: 200, html: '' });
    for (const search of ['', '?format=json', '?format=html', '?format=csv&format=jsonl'])
      expect((await download(search)).status).toBe(404);
    expect((await download('?format=csv', 'POST')).status).toBe(405);
  });

  it('needs a session', async () => {
    const stranger = await fetch(`${stack.ready().baseUrl}${LOG}/download?format=csv`, {
      redirect: 'manual',
    });
    expect([stranger.status, stranger.headers.get('location')]).toEqual([
      303,
      '/sign-in?next=%2Fsettings%2Flog',
    ]);
    expect((await user.person.get(`${LOG}/${UNKNOWN_ID}/undo`)).status).toBe(404);
  });
});
