import { describe, expect, it } from '@jest/globals';
import { plain } from '../../../test/views.ts';
import type { Language } from '../../ui/language.ts';
import { upgradePage } from './upgrade-view.ts';

describe('the upgrade page', () => {
  it.each<[Language, string, string, string]>([
    ['en', 'no pricing page', 'Pro plan', 'Paid year'],
    ['nl', 'geen prijspagina', 'Pro-formule', 'Betaald jaar'],
    ['fr', 'pas de page de tarifs', 'Formule Pro', 'Année payée'],
  ])(
    'explains in %s what the plan and a paid year unlock, and with which commands',
    (language, lead, plan, paidYear) => {
      const html = upgradePage({ language, userId: null, year: 2026 });
      expect(html).toContain(`<html lang="${language}">`);
      const text = plain(html);
      for (const expected of [
        lead,
        plan,
        paidYear,
        'npx --no -- ctx user list',
        'npx --no -- ctx user set --user USER --plan pro',
        'npx --no -- ctx user set --user USER --add-year 2026',
      ])
        expect(text).toContain(expected);
    },
  );

  it('names the signed-in user in its commands', () => {
    const text = plain(upgradePage({ language: 'en', userId: 7, year: 2026 }));
    expect(text).toContain('ctx user set --user 7 --plan pro');
    expect(text).not.toMatch(/USER|ctx user list/);
  });
});
