import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enPortfolio } from './en-portfolio.ts';

/** French texts of the portfolio. */
export const frPortfolio: WithTexts<typeof enPortfolio> = {
  portfolio: {
    beta: 'Bêta',
    none: 'Vous ne possédez encore rien.',
    noneWhatToDo:
      'Ajoutez un fichier d’une plateforme ou d’un portefeuille. Ce que vous possédez, ce que cela a coûté et ce que cela vaut apparaît ici dès que le fichier est lu.',
    totals: 'Totaux',
    value: 'Valeur actuelle',
    cost: 'Coût historique',
    difference: 'Valeur moins coût',
    taxed: 'Plus-value en cas de vente maintenant',
    at: 'Prix du',
    notTaxable:
      'La valeur moins le coût n’est pas la plus-value qui serait imposée : pour les unités d’avant 2026, la loi mesure à partir de la valeur à la fin de 2025. La plus-value en cas de vente maintenant est mesurée comme le fait la loi.',
    unknown: 'Inconnue',
    somePriced:
      'Actifs avec un prix : {priced} sur {count}. La valeur et la différence ne portent que sur ceux-ci.',
    nonePriced: 'Aucun prix n’est connu pour vos actifs ({count}) : leur valeur est inconnue.',
    enterPrices: 'Saisir des prix',
    costOfPriced: 'Coût historique des actifs avec un prix',
    costOfAll: 'Coût historique de tous les actifs',
    assets: 'Actifs',
    asset: 'Actif',
    amount: 'Quantité',
    noPrice: 'Pas de prix',
    debts: 'Dettes',
    owed: 'Dû',
    lotsOf: 'Lots de {asset}',
    lotsLead:
      'Ce que vous possédez de cet actif, par achat, du plus ancien au plus récent : l’ordre dans lequel une vente les prend.',
    acquired: 'Acquis',
    back: 'Tous les actifs',
    lotsPages: 'Pages de lots',
    earlierLots: 'Lots précédents',
    laterLots: 'Lots suivants',
  },
};
