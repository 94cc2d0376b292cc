/** French texts of the photo, and of its notice on the page of a year. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enPhoto } from './en-photo.ts';

export const frPhoto: WithTexts<typeof enPhoto> = {
  photo: {
    title: 'Ce que vous déteniez à la fin de 2025',
    lead: 'Les plus-values depuis 2026 se mesurent à partir de la valeur à ce moment, pour tout ce que vous déteniez alors : {moment}.',
    printed: 'Vu le {now} depuis {year}.',
    none: 'Vous ne déteniez rien alors, d’après vos transactions.',
    noneHere: 'Rien sur cette page n’était détenu alors.',
    asset: 'Actif',
    units: 'Unités',
    accounts: 'Où',
    elsewhere: 'En route, ou pas expliqué par les comptes',
    price: 'Prix',
    priceOf: 'Prix de',
    value: 'Valeur alors',
    cost: 'Coût historique',
    untaxed: 'Reste non imposé',
    untaxedTax: '{gain}, soit {tax} d’impôt',
    noPrice: 'Pas de prix',
    missing:
      'Les plus-values se mesurent à partir du coût historique de {cost} par unité : chaque euro dont le prix était plus élevé est imposé. On ne peut pas dire combien.',
    missingLocked:
      'Les plus-values se mesurent à partir du coût historique. On ne peut pas dire de combien cela change.',
    hidden: 'Déverrouillez l’année pour le voir',
    kept: 'Pas conservé avec une année introduite',
    tooMany: 'Trop de transactions à additionner',
    enter: 'Indiquer le prix',
    sources: {
      ENTERED: 'indiqué par vous',
      DERIVED: 'prix de sa devise',
      OWN: 'votre propre prix',
      SHARED: 'prix du marché',
    },
    age: '{age} avant',
    count: 'Actifs sans prix : {count}.',
    complete: 'Chaque actif a un prix.',
    next: 'Actifs suivants',
    submitted: 'Cette année a été introduite : sa photo reste la même.',
    link: 'Ce que vous déteniez à la fin de 2025',
    notice:
      'Actifs que vous déteniez à la fin de 2025 sans prix de ce jour : {count}. Les plus-values depuis 2026 se mesurent à partir de ce prix. À partir du 1er janvier 2027, les sources libres ne remontent plus aussi loin.',
    noticeLink: 'Voir quels prix manquent',
  },
};
