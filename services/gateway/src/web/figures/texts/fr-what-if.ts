/** French texts of the page of a sale that has not happened. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enWhatIf } from './en-what-if.ts';

export const frWhatIf: WithTexts<typeof enWhatIf> = {
  whatIf: {
    title: 'Et si vous vendiez ?',
    lead: 'Voyez ce qu’une vente ajouterait à votre impôt, maintenant et en janvier, avant de décider. Rien n’est enregistré.',
    compute: 'Calculer',
    results: 'L’impôt sur cette vente',
    what: '{amount} {asset} pour {value}.',
    now: 'Vente',
    later: 'Vente en janvier',
    noLater: 'L’année suivante a été introduite ou est verrouillée : son impôt ne peut pas être calculé.',
    noTaxNow: 'Cette vente n’ajoute pas d’impôt.',
    noTax: 'Cette vente n’ajoute pas d’impôt, ni maintenant ni en janvier.',
    taxNow: 'Cette vente ajoute {tax} d’impôt.',
    same: 'Cette vente ajoute {tax} d’impôt, et autant en janvier.',
    lessLater: 'Cette vente ajoute {tax} d’impôt. En janvier, au même prix, ce serait {difference} de moins.',
    moreLater: 'Cette vente ajoute {tax} d’impôt. En janvier, au même prix, ce serait {difference} de plus.',
    gain: 'Plus-value',
    exemptionUsed: 'Exonération qu’elle utilise',
    exemptionLeft: 'Exonération restante ensuite',
    tax: 'Impôt après l’exonération',
    grossTax: 'Impôt sans exonération',
    missingAmount:
      'Vous n’en détenez pas autant : pour {amount} {asset}, aucun achat n’est connu ici. Ces unités comptent comme achetées pour rien.',
    missingPhoto:
      'Le prix de {asset} à la fin de 2025 n’est pas connu : la plus-value est donc mesurée à partir du coût historique.',
    enter: 'Le saisir',
    meaning:
      'Calculé comme si la vente avait été importée : les unités les plus anciennes d’abord, au prix ci-dessus dans les deux colonnes. Indicatif, et sans valeur de conseil.',
    fields: {
      asset: 'Actif',
      amount: 'Quantité à vendre',
      price: 'Prix unitaire, EUR',
      day: 'Jour de la vente',
    },
    hints: {
      amount: 'Par exemple 0,5.',
      price: 'Laissé vide : le dernier prix connu.',
    },
    faults: {
      asset: 'Choisissez un actif que vous détenez.',
      amount: 'Indiquez une quantité supérieure à zéro, comme 0,5.',
      price: 'Indiquez un prix, comme 2500,50.',
      noPrice: 'Aucun prix de cet actif n’est connu : indiquez-en un.',
      day: 'Indiquez une date.',
      tooLong: 'Cette quantité ou ce prix a trop de chiffres.',
      submitted:
        'L’année de ce jour a été introduite : plus rien ne peut y changer. Choisissez un jour ultérieur.',
      running: 'Vos chiffres sont en cours de recalcul. Réessayez dans un instant.',
      tooLarge: 'Vous avez trop de transactions pour ce calcul.',
    },
  },
};
