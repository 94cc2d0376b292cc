/** French texts of the page of the totals that exchanges report. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enReported } from './en-reported.ts';

export const frReported: WithTexts<typeof enReported> = {
  reported: {
    title: 'Ce que les plateformes déclarent pour {year}',
    link: 'Ce que les plateformes déclarent pour {year}',
    lead: 'Depuis 2026, chaque plateforme déclare à l’administration des totaux de l’année (DAC8). Voici les mêmes totaux, calculés à partir de vos transactions. Comparez-les avec ce que la plateforme vous montre : en cas de différence, il manque un fichier, ou l’un d’eux compte deux fois.',
    before:
      'Pour {year}, les plateformes déclarent selon des règles plus anciennes ou ne déclarent rien. Les totaux servent à comparer.',
    none: 'Vous n’avez eu aucune transaction sur une plateforme en {year}.',
    noneHere: 'Aucun des actifs de cette page ne se trouvait sur une plateforme en {year}.',
    asset: 'Actif',
    kind: 'Total',
    units: 'Quantité',
    value: 'Valeur avant frais',
    fees: 'Frais',
    count: 'Transactions',
    hidden: 'Verrouillé',
    withoutValue: '{count} sans valeur',
    country: 'Pays de la société : {country}',
    submitted: 'L’année a été introduite : ses chiffres ne changent plus.',
    back: 'Retour à {year}',
    next: 'Autres actifs',
  },
};
