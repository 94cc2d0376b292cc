/** French texts of the income of a year, by month and by asset. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enIncome } from './en-income.ts';

export const frIncome: WithTexts<typeof enIncome> = {
  yearIncome: {
    title: 'Revenus',
    byMonth: 'Revenus par mois',
    byAsset: 'Revenus par actif',
    asset: 'Actif',
    total: 'Revenus de l’année',
    others: '{count} autres actifs',
    noKinds:
      'Les transactions n’indiquent pas si les revenus proviennent du staking, d’un airdrop ou d’intérêts ; ils sont donc présentés par actif.',
    tooMany: 'Plus de {max} transactions apportent des revenus cette année, trop pour les additionner ici.',
  },
};
