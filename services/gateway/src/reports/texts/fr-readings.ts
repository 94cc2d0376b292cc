/** French texts of a year under other readings of the law. */
import type { WithTexts } from '../../ui/texts/in-languages.ts';
import type { enReadings } from './en-readings.ts';

export const frReadings: WithTexts<typeof enReadings> = {
  readings: {
    heading: 'Autres lectures de la loi',
    lead: 'Là où la loi laisse un point ouvert, vos chiffres suivent une lecture. Voici ce que change chaque autre lecture, une à la fois. Des faits, jamais des conseils : vos chiffres restent tels quels.',
    reading: 'Lecture',
    gains: 'Plus-values',
    gainsTax: 'Impôt sur les plus-values, avant l’exonération',
    tax: 'Impôt après l’exonération',
    incomeTax: 'Impôt sur les revenus',
    asTheyAre: 'Vos chiffres',
    unchanged: 'Ne change rien pour cette année',
    hidden: 'Dépend d’une année verrouillée',
    frozen: 'Cette année a été introduite : ses chiffres ne sont pas recalculés.',
    running: 'Vos chiffres sont en cours de recalcul. Rouvrez cette page dans un instant.',
    tooLarge: 'Votre historique est trop grand pour être recalculé pour une page.',
    failed: 'Ces chiffres ne peuvent pas être calculés pour le moment.',
    names: {
      LOTS_FIFO_PER_ACCOUNT: 'Premier entré, premier sorti dans chaque compte',
      AVERAGE_COST_BEFORE_2026: 'Coût moyen des achats d’avant 2026',
      EXPENSE_AS_DISPOSAL: 'Les dépenses sont des ventes',
      FEES_INSIDE_TEN_PERCENT: 'Les frais comptent aussi en gestion normale',
      NFT_OUTSIDE_TEN_PERCENT: 'Les NFT ne sont pas imposés comme cryptoactifs',
      GIFT_AT_MARKET_VALUE: 'Les dons reçus coûtent ce qu’ils valaient',
      HIGHER_COST_MAKES_LOSS: 'Un coût historique supérieur à la valeur photo donne une moins-value',
      CARRIED_EXEMPTION_LAST: 'L’exonération reportée est utilisée en dernier',
      FIRST_THOUSAND_CARRIES: 'Seul le reste des premiers 1 000 € est reporté',
      SPECULATIVE_LOSSES_CARRIED: 'Les pertes spéculatives réduisent les plus-values de cinq ans',
      OTHER_REGIME: 'L’année sous l’autre régime',
      AIRDROPS_NO_INCOME: 'Les airdrops non sollicités ne sont pas des revenus et ont un coût de 0',
      FOREIGN_CURRENCY_GAINS: 'Les dollars et les autres monnaies que l’euro donnent des plus-values',
    },
  },
};
