/** French texts of the estimate of a year, and of the form for its circumstances. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enEstimate } from './en-estimate.ts';

export const frEstimate: WithTexts<typeof enEstimate> = {
  yearEstimate: {
    title: 'Votre situation',
    lead: 'L’exonération vaut pour l’ensemble de vos actifs financiers. Indiquez vos plus-values sur d’autres actifs et les centimes de votre commune, et la réponse ci-dessus en tiendra compte.',
    meaning:
      'L’impôt et l’exonération ci-dessus tiennent compte de la situation que vous avez indiquée : indicatif, et non une déclaration introduite.',
    edit: 'Modifier votre situation',
    show: 'Afficher votre situation',
    perKind:
      'Ici, les pertes sur une catégorie d’actifs réduisent les plus-values sur une autre, comme Bolero de KBC lit la loi. Si elles ne comptent que dans leur propre catégorie, comme l’indiquent Aeacus et belgiantaxassistance.be, {taxable} sont imposables et vous devez {total} sur vos plus-values.',
    speculativeLossesCarried: 'Pertes spéculatives reportées aux années suivantes',
  },
  circumstances: {
    title: 'Situation de {year}',
    lead: 'Montants en euros. Laissez vide ce qui ne s’applique pas. Vos chiffres restent tels quels ; seule l’estimation change.',
    save: 'Enregistrer',
    remove: 'Tout supprimer',
    cancel: 'Retour à {year}',
    locked: 'Cette année est verrouillée : déverrouillez-la pour indiquer votre situation.',
    frozen: 'Cette année a été introduite : sa situation ne peut plus changer.',
    nothing: 'Remplissez au moins un champ.',
    invalid: 'Indiquez un nombre, par exemple 1250,50.',
    doubt:
      'Ceci peut se lire de deux façons. C’est maintenant {amount} : enregistrez de nouveau si c’est bien cela.',
    outOfBounds: 'Ce nombre n’est pas possible ici.',
    saved: 'Votre situation est enregistrée.',
    removed: 'Votre situation est supprimée.',
    hints: {
      exemptionUsedElsewhere:
        'Par exemple pour des actions. Vide : ce que les plus-values ci-dessous demandent.',
      otherGains:
        'Plus-value nette sur actions, fonds et autres actifs financiers ; une moins-value nette avec un signe moins.',
      municipalSurchargePercent: 'Par exemple 7,5.',
      speculativeLoss: 'Ce qui reste à utiliser. Vide : ce qui est connu ici.',
    },
  },
};
