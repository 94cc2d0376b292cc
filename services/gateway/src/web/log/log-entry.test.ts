import { describe, expect, it } from '@jest/globals';
import type { Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { changesTable } from './log-changes.ts';
import { effectOf, type Entry, hidesEuro, stateOf, subjectOf } from './log-entry.ts';

const EVENT = {
  taxEventId: 'e',
  type: 'DISPOSITION',
  treatment: 'TRANSFER_OUT_UNRESOLVED',
  amount: '0.02',
  assetSymbol: 'BTC',
  timestamp: '2026-06-09T10:00:00Z',
  accountLabel: 'Kraken',
} as const;

type Field = Entry['changes'][number]['fields'][number];

function entry(fields: readonly Field[], more: Partial<Entry> = {}): Entry {
  return {
    id: 'a',
    at: '2026-06-10T10:00:00Z',
    kind: 'OVERRIDE',
    via: 'Demo write',
    years: ['2026'],
    eventIds: ['e'],
    changeCount: '1',
    changes: [{ action: 'OVERRIDE_SET', targetId: 'e', eventIds: ['e'], events: [EVENT], fields }],
    ...more,
  };
}

const YEARS = [
  { year: 2026, locked: false, frozen: false },
  { year: 2025, locked: false, frozen: true },
  { year: 2024, locked: true, frozen: true },
];

const text = (shown: Html | null): string =>
  String(shown)
    .replace(/<[^<>]*>/g, '')
    .replace(/\s+/g, ' ')
    .replaceAll('\u00a0', ' ')
    .trim();
const lineOf = (language: Language, shown: Entry): string =>
  `${text(subjectOf(language, shown))} — ${text(effectOf(language, shown, YEARS))}`;

describe('the line of an entry', () => {
  it.each<[Language, string]>([
    ['en', 'Regime of 2026 — Regime: Normal management → Speculation; Bots: Yes + 1 more'],
    ['nl', 'Regime van 2026 — Regime: Normaal beheer → Speculatie; Bots: Ja'],
    ['fr', 'Régime de 2026 — Régime : Gestion normale → Spéculation; Robots : Oui'],
  ])('says in %s which regime was chosen, with the answers before who chose it', (language, expected) => {
    const fields = [
      { field: 'regime', from: 'NORMAAL_BEHEER', to: 'SPECULATIEF' },
      { field: 'chosenBy', from: 'OPERATOR', to: 'TAXPAYER' },
      { field: 'automated', from: null, to: 'true' },
    ];
    const change = { action: 'REGIME_SET', targetId: 'r', eventIds: [], events: [], fields } as const;
    const chosen = entry([], { kind: 'REGIME', eventIds: [], changes: [change] });
    expect(lineOf(language, chosen)).toContain(expected);
  });

  it.each<[Language, string]>([
    [
      'en',
      '0.02 BTC · Kraken · 9 Jun 2026 — Treatment: Outgoing transfer, unresolved → Outgoing transfer to your own wallet',
    ],
    [
      'nl',
      '0,02 BTC · Kraken · 9 jun 2026 — Behandeling: Uitgaande overdracht, onopgelost → Uitgaande overdracht naar uw eigen wallet',
    ],
    [
      'fr',
      '0,02 BTC · Kraken · 9 juin 2026 — Traitement : Transfert sortant, non résolu → Transfert sortant vers votre propre portefeuille',
    ],
  ])('names the transaction and the change in %s', (language, expected) => {
    const field = { field: 'overriddenTreatment', to: 'TRANSFER_OUT_OWN_WALLET' };
    expect(lineOf(language, entry([field]))).toBe(expected);
  });

  it('has the first two fields, short ones with their values, and the number of the others', () => {
    const fields = [
      { field: 'notes', to: 'a long text' },
      { field: 'overriddenTaxable', from: 'true', to: 'false' },
      { field: 'overriddenEuroValue', to: '400' },
    ];
    expect(lineOf('en', entry(fields))).toMatch(/— Taxable: Yes → No; Value in euro: €400.00 \+ 1 more$/);
  });

  it('of several transactions has what all of them got, and the value before only if they shared it', () => {
    const change = (from: string | undefined, to: string) => ({
      ...entry([{ field: 'overriddenTreatment', from, to }]).changes[0]!,
      action: 'OVERRIDE_SET' as const,
    });
    const bulk = (...changes: Entry['changes']) => entry([], { changeCount: '2', changes });
    expect(lineOf('en', bulk(change('NORMAL', 'LOST'), change('NORMAL', 'LOST')))).toBe(
      '2 transactions — Treatment: Normal → Lost',
    );
    expect(lineOf('en', bulk(change('NORMAL', 'LOST'), change('STOLEN', 'LOST')))).toBe(
      '2 transactions — Treatment: Lost',
    );
    expect(lineOf('en', bulk(change('NORMAL', 'LOST'), change('NORMAL', 'STOLEN')))).toBe(
      '2 transactions — several corrections',
    );
    expect(lineOf('en', entry([], { changes: [], changeCount: '3' }))).toBe(
      '3 transactions — several corrections',
    );
  });

  it('shows an action, a field and a treatment of a newer version as they are', () => {
    const later = entry([{ field: 'constructor', to: 'x' }]);
    expect(lineOf('en', later)).toMatch(/— constructor changed$/);
    const changes = [{ ...later.changes[0]!, action: 'toString' as 'OVERRIDE_SET' }];
    expect(lineOf('en', { ...later, changes })).toMatch(/— toString$/);
    expect(lineOf('en', entry([{ field: 'overriddenTreatment', to: 'SOMETHING_NEW' }]))).toMatch(
      /unresolved → SOMETHING_NEW$/,
    );
  });
});

describe('the fields of an entry', () => {
  const cells = (language: Language, field: Field, isHidden = false): string =>
    text(changesTable(language, entry([field]), isHidden));

  it.each<[string, Partial<Field>, string]>([
    ['overriddenType', { to: 'FEE' }, 'Type Voordien Verkocht (zoals ingelezen) Nadien Kosten'],
    ['overriddenAssetId', { to: 'LUNC' }, 'Activum Voordien BTC (zoals ingelezen) Nadien LUNC'],
    ['overriddenAmount', { from: '1234.5' }, 'Hoeveelheid Voordien 1.234,5 Nadien 0,02 (zoals ingelezen)'],
    [
      'overriddenTimestamp',
      { to: '2026-07-01T22:00:01Z' },
      'Tijdstip Voordien 9 jun 2026, 12:00:00 (zoals ingelezen) Nadien 2 jul 2026, 00:00:01',
    ],
    ['overriddenFlags', { to: '["a","b\u202e"]' }, 'Kenmerken Voordien niet gecorrigeerd Nadien a, b'],
    ['overriddenFlags', { to: '[]' }, 'Kenmerken Voordien niet gecorrigeerd Nadien Geen'],
    ['overriddenFlags', { to: '["cut …' }, 'Kenmerken Voordien niet gecorrigeerd Nadien ["cut …'],
    ['notes', { to: 'one\ntwo\u202e' }, 'Opmerking Voordien niets Nadien one two'],
    ['notes', { from: 'one', to: '' }, 'Opmerking Voordien one Nadien niets'],
    ['overriddenEuroValue', { to: '1' }, 'Waarde in euro Voordien niet gecorrigeerd Nadien € 1,00'],
  ])('show %s as %j in Dutch', (field, values, expected) => {
    const shown = cells('nl', { field, ...values });
    expect(shown.slice(shown.lastIndexOf('Veld ') + 5)).toBe(expected.replaceAll('"', '&quot;'));
  });

  it('hide values in euro of a transaction, if asked to', () => {
    const field = { field: 'overriddenEuroValue', from: '400', to: '412.5' };
    expect(cells('en', field, true)).not.toMatch(/4\d\d/);
    expect(cells('en', field, true)).toContain('Locked');
  });
});

describe('the state of an entry', () => {
  const of = (years: readonly string[], more: Partial<Entry> = {}) =>
    entry([], { years: [...years], changes: [], ...more });

  it.each<[string, Entry, typeof YEARS | null, unknown]>([
    ['of an open year', of(['2026']), YEARS, null],
    ['that was undone', of(['2024'], { undoneBy: 'b' }), YEARS, 'undone'],
    ['of a submitted year', of(['2025', '2026']), YEARS, 'frozen'],
    ['of a locked year', of(['2024', '2025']), YEARS, 'locked'],
    ['of a year without markers', of(['2020']), YEARS, 'locked'],
    ['of a rule', of(['2024'], { kind: 'RULE' }), YEARS, null],
    ['of years that are not known', of(['2024']), null, null],
  ])('%s', (_what, shown, years, expected) => {
    expect(stateOf(shown, years)).toBe(expected);
  });

  it('hides values in euro unless all its years are known and not locked', () => {
    const hidden = (shown: Entry, years: typeof YEARS | null = YEARS) => hidesEuro(shown, years);
    expect(hidden(of(['2025', '2026']))).toBe(false);
    expect(hidden(of(['2024', '2026']))).toBe(true);
    expect(hidden(of(['2026']), null)).toBe(true);
    expect(hidden(of([]))).toBe(true);
    expect(hidden(of([], { kind: 'RULE' }))).toBe(false);
    // The year of the event as imported counts too.
    const moved = { ...EVENT, timestamp: '2024-12-31T22:30:00Z' };
    const changes = [{ ...entry([]).changes[0]!, events: [moved] }];
    expect(hidden(entry([], { changes }))).toBe(true);
  });
});
