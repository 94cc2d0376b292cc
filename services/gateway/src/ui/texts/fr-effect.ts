/** French texts about what a change would do to the figures. */
import type { enEffect } from './en-effect.ts';
import type { WithTexts } from './in-languages.ts';

export const frEffect: WithTexts<typeof enEffect> = {
  now: 'Maintenant',
  difference: 'Différence',
  title: 'Ce qui change dans vos chiffres',
  noEffect: 'Vos chiffres ne changent pas.',
  figure: 'Chiffre',
  figures: {
    totalCapitalGains: 'Plus-values',
    totalCapitalGainsTax: 'Impôt sur les plus-values',
    totalIncome: 'Revenus',
    totalIncomeTax: 'Impôt sur les revenus',
    totalTax: 'Impôt total',
    exemptionUsed: 'Exonération utilisée',
    exemptionRemaining: 'Exonération restante',
  },
  unknown: 'Inconnu',
  lockedYears: 'Les effets dans les années verrouillées ne sont pas affichés : {years}.',
  appear: 'Questions qui apparaissent : {count}',
  disappear: 'Questions qui sont réglées : {count}',
  more: '{count} autres ne sont pas affichées.',
  ruleEvents: 'Transactions sur lesquelles la règle décide : {count}.',
  running: 'Vos chiffres sont en cours de recalcul : l’effet ne peut pas encore être affiché.',
  tooLarge: 'L’effet ne peut pas être affiché, car trop de transactions sont concernées.',
};
