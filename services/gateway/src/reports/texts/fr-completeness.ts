/** French texts of what the figures of a year lack. */
import type { WithTexts } from '../../ui/texts/in-languages.ts';
import type { enCompleteness } from './en-completeness.ts';

export const frCompleteness: WithTexts<typeof enCompleteness> = {
  completeness: {
    title: 'Ce qui manque',
    unsure: 'Il n’y a pas encore de chiffre fiable pour {year} : il dépend surtout de valeurs qui manquent.',
    incomplete: 'Incomplet : ces chiffres dépendent surtout de valeurs qui manquent.',
    complete: 'Rien ne manque, pour autant qu’on le sache.',
    withoutValue: {
      one: '1 transaction sur {events} n’a pas encore de valeur : ce chiffre va changer.',
      several: '{count} transactions sur {events} n’ont pas encore de valeur : ce chiffre va changer.',
    },
    others: 'Il manque quelque chose qui peut changer ce chiffre.',
    cannotBeSaid: 'On ne peut pas dire de combien cela change.',
    provenAccounts: 'Des soldes prouvent {proven} comptes sur {accounts} jusque dans cette année.',
    lacks: {
      salesLeftOut: 'Ventes de valeur inconnue, dont la plus-value n’est dans aucun total : {count}.',
      purchasesAtNoCost: 'Achats qui comptent comme s’ils n’avaient rien coûté : {count}.',
      incomeAsZero: 'Revenus qui comptent pour 0 : {count}.',
      salesOfUnknownCost: 'Ventes d’unités dont le coût n’est pas connu : {count}.',
      withoutBasis:
        'Transactions dont des unités comptent à un coût de 0, parce que rien ne dit d’où elles viennent : {count}.',
      unmatchedTransfers: 'Transferts sans contrepartie : {count}.',
      photoPricesMissing:
        'Actifs vendus sans prix à la fin de 2025, mesurés à partir de leur coût historique : {count}.',
    },
    transferGains: 'Les plus-values de ceux qui comptent comme vendus jusqu’à leur rapprochement : {gains}.',
  },
};
