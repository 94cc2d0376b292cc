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
  household: {
    title: 'Vous et votre partenaire',
    lead: 'Selon les parts que vous avez indiquées. Votre part et celle de votre partenaire font ensemble les chiffres de l’année ; chacun a son exonération.',
    unknown:
      'De votre partenaire, rien d’autre n’est connu ici : ses plus-values sur d’autres actifs, et l’exonération qu’elles utilisent, ne sont pas comptées.',
    you: 'Vous',
    partner: 'Votre partenaire',
    what: 'Partie de l’année',
    gains: 'Plus-values nettes',
    income: 'Revenus',
    exemptionLeft: 'Exonération pour ces plus-values',
    taxable: 'Plus-values imposables',
    gainsTax: 'Impôt sur les plus-values avec centimes',
    incomeTax: 'Impôt sur les revenus',
    total: 'Ensemble',
    carried: 'Exonération reportée',
  },
  circumstances: {
    title: 'Situation de {year}',
    lead: 'Montants en euros. Laissez vide ce qui ne s’applique pas. Vos chiffres restent tels quels ; seule l’estimation change.',
    ownAmounts: 'Les autres montants de cette page sont les vôtres seuls.',
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
    shares: 'Parts par compte',
    sharesLead: 'Là où votre part dans un compte n’est pas celle ci-dessus.',
    shareIn: 'Votre part dans {account}, pour cent',
    moreAccounts: 'Seuls les {count} premiers comptes figurent ici.',
    unknownAccount: 'Un de ces comptes n’existe plus. Rechargez la page.',
    hints: {
      ownedSharePercent:
        'Pour des biens communs : 50. Le reste est à votre partenaire ; plus-values et revenus reviennent au compte où ils naissent. Propriété démembrée : le nu-propriétaire indique 100, l’usufruitier 0.',
      exemptionUsedElsewhere:
        'Par exemple pour des actions. Vide : ce que les plus-values ci-dessous demandent.',
      otherGains:
        'Plus-value nette sur actions, fonds et autres actifs financiers ; une moins-value nette avec un signe moins.',
      derivativeResults:
        'Résultat net de l’année sur futures, options et autres dérivés ; une perte nette avec un signe moins. Il est imposé avec vos plus-values.',
      taxWithheld:
        'Sur des plus-values de l’année : autres actifs, dérivés ou cryptoactifs. Il diminue ce qui reste à payer.',
      municipalSurchargePercent: 'Par exemple 7,5.',
      speculativeLoss: 'Ce qui reste à utiliser. Vide : ce qui est connu ici.',
    },
  },
};
