/** French texts of the page of a departure abroad. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enDeparture } from './en-departure.ts';

export const frDeparture: WithTexts<typeof enDeparture> = {
  departure: {
    title: 'Et si je pars à l’étranger ?',
    lead: 'Voyez la plus-value de vos cryptoactifs si votre résidence est transférée à l’étranger un jour donné, aux derniers prix connus alors. Rien n’est enregistré.',
    day: 'Jour du départ',
    compute: 'Calculer',
    results: 'Si vous partez le {day}',
    standing:
      'Le départ ajoute {tax} d’impôt, dont le paiement est le plus souvent reporté selon des lecteurs de la loi.',
    noTax: 'Le départ n’ajoute aucun impôt.',
    value: 'Valeur de marché',
    gain: 'Plus-value',
    deferralTitle: 'Quand l’impôt est dû',
    deferral:
      'Dans l’UE, l’EEE et les États liés par une convention fiscale, le paiement est reporté automatiquement, ailleurs moyennant une garantie. L’impôt s’éteint après 24 mois sans vente. C’est ce que disent des lecteurs du nouvel article 92, §2 du Code des impôts sur les revenus : propay.be (3 juillet 2026), denisemmanuelphilippetax.be et dekeyser-associes.com. Aucun texte officiel n’a été vérifié.',
    gifts:
      'Ils disent la même chose d’une donation à une personne qui n’habite pas en Belgique. Ici, une donation compte comme faite à un résident, sans plus-value, tant que vous n’indiquez pas sur sa page que le bénéficiaire habite à l’étranger.',
    holdings: 'Ce que vous possédez alors',
    asset: 'Actif',
    amount: 'Quantité',
    price: 'Prix d’une unité',
    unknown: 'Inconnu',
    withoutPrice: 'Aucun prix de {asset} n’est connu : il n’est pas compris dans ces chiffres.',
    nothing: 'Vous ne possédez aucun cryptoactif ce jour-là.',
    meaning: 'Les transactions postérieures ne sont pas comprises. Indicatif, et sans valeur de conseil.',
    faults: {
      day: 'Indiquez une date.',
      early: 'La loi prévoit cette règle à partir de 2026 : choisissez un jour ultérieur.',
      submitted:
        'L’année de ce jour a été introduite : rien ne peut plus y changer. Choisissez un jour ultérieur.',
    },
  },
};
