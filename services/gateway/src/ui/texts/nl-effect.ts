/** Dutch texts about what a change would do to the figures. */
import type { enEffect } from './en-effect.ts';
import type { WithTexts } from './in-languages.ts';

export const nlEffect: WithTexts<typeof enEffect> = {
  now: 'Nu',
  difference: 'Verschil',
  title: 'Wat er in uw cijfers wijzigt',
  noEffect: 'Uw cijfers wijzigen niet.',
  figure: 'Cijfer',
  figures: {
    totalCapitalGains: 'Meerwaarden',
    totalCapitalGainsTax: 'Belasting op meerwaarden',
    totalIncome: 'Inkomsten',
    totalIncomeTax: 'Belasting op inkomsten',
    totalTax: 'Totale belasting',
    exemptionUsed: 'Gebruikte vrijstelling',
    exemptionRemaining: 'Overblijvende vrijstelling',
  },
  unknown: 'Onbekend',
  lockedYears: 'Gevolgen in vergrendelde jaren worden niet getoond: {years}.',
  appear: 'Vragen die erbij komen: {count}',
  disappear: 'Vragen die opgelost raken: {count}',
  more: 'Nog {count} worden niet getoond.',
  ruleEvents: 'Transacties waarover de regel beslist: {count}.',
  running: 'Uw cijfers worden herberekend, dus het gevolg kan nog niet getoond worden.',
  tooLarge: 'Het gevolg kan niet getoond worden, omdat het over te veel transacties gaat.',
};
