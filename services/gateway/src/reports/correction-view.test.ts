import { describe, expect, it } from '@jest/globals';
import { correctionView, type LoggedCorrection } from './correction-view.ts';

const OVERRIDE = {
  id: 'o1',
  accountId: 'a1',
  assetId: 'ETH',
  originalType: 'DISPOSITION',
  referenceId: 'S2',
  createdAt: '2026-11-21T10:00:00Z',
  updatedAt: '2026-11-21T10:00:00Z',
  overriddenEuroValue: '400',
};

function entry(action: string, before: object | null, after: object | null): LoggedCorrection {
  return {
    action,
    before: before === null ? null : JSON.stringify(before),
    after: after === null ? null : JSON.stringify(after),
  };
}

/** Returns the changes of an entry, as `field: before → after`. */
function changes(...entryToView: Parameters<typeof correctionView>): string[] {
  return correctionView(...entryToView).changes.map(
    ({ field, before, after }) => `${field}: ${before ?? '∅'} → ${after ?? '∅'}`,
  );
}

describe('a correction of a report', () => {
  it('shows the action and the transaction', () => {
    expect(correctionView('en', entry('OVERRIDE_SET', null, OVERRIDE))).toMatchObject({
      what: 'Transaction corrected',
      subject: 'ETH',
    });
  });

  it('shows only changed fields, without ids and timestamps of the row', () => {
    const after = { ...OVERRIDE, overriddenEuroValue: '412.5', updatedAt: '2026-12-01T10:00:00Z' };
    expect(changes('en', entry('OVERRIDE_SET', OVERRIDE, after))).toEqual([
      'Value in euro: €400.00 → €412.50',
    ]);
  });

  it('shows no change for a value that the database only formats differently', () => {
    const before = {
      ...OVERRIDE,
      overriddenTimestamp: '2026-03-01T10:00:00+00:00',
      overriddenAmount: '1.50',
    };
    const after = { ...OVERRIDE, overriddenTimestamp: '2026-03-01T10:00:00Z', overriddenAmount: '1.5' };
    expect(changes('en', entry('OVERRIDE_SET', before, after))).toEqual([]);
  });

  it.each([
    ['overriddenType', 'FEE', 'Type: ∅ → Kosten'],
    [
      'overriddenTreatment',
      'TRANSFER_OUT_OWN_WALLET',
      'Behandeling: ∅ → Uitgaande overdracht naar uw eigen wallet',
    ],
    ['overriddenTaxable', false, 'Belastbaar: ∅ → Nee'],
    [
      'overriddenAmount',
      '12345678901234567890.123456789',
      'Hoeveelheid: ∅ → 12.345.678.901.234.567.890,123456789',
    ],
    ['overriddenTimestamp', '2026-07-01T22:00:01Z', 'Tijdstip: ∅ → 2 jul 2026, 00:00:01'],
    ['overriddenAssetId', 'LUNC', 'Activum: ∅ → LUNC'],
    ['overriddenFlags', ['a', 'b'], 'Kenmerken: ∅ → a, b'],
    ['overriddenFlags', [], 'Kenmerken: ∅ → Geen'],
    ['overriddenTreatment', 'SOMETHING_NEW', 'Behandeling: ∅ → SOMETHING_NEW'],
    ['notes', 'one\ntwo\u202e', 'Opmerking: ∅ → one two'],
    ['thresholdEur', '1', 'Onder: ∅ → € 1,00'],
  ])('shows the value of %s in Dutch', (field, value, expected) => {
    const after = { id: 'x', [field]: value };
    const shown = changes('nl', entry('OVERRIDE_SET', null, after)).map((text) =>
      text.replaceAll('\u00a0', ' '),
    );
    expect(shown).toEqual([expected]);
  });

  it('shows the former values of a deleted rule', () => {
    const rule = {
      id: 'r',
      action: 'IGNORE_DUST',
      label: 'Klein geld',
      matchType: 'DUST_THRESHOLD',
      matchedCount: 3,
    };
    const view = correctionView('fr', entry('RULE_DELETED', rule, null));
    expect(view).toMatchObject({ what: 'Règle supprimée', subject: 'Klein geld' });
    expect(view.changes).toContainEqual({
      field: 'Règle',
      before: 'Ignorer les valeurs infimes',
      after: null,
    });
  });

  it('removes invisible characters from texts of third parties', () => {
    const hostile = { ...OVERRIDE, assetId: 'E\u200bTH\u202e' };
    expect(correctionView('en', entry('OVERRIDE_SET', null, hostile)).subject).toBe('ETH');
  });

  it('shows the name of an unknown action', () => {
    expect(correctionView('en', entry('constructor', null, {})).what).toBe('constructor');
  });
});
