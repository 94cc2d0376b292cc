/** French texts of the pages of a year and of all years. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enYear } from './en-year.ts';

export const frYear: WithTexts<typeof enYear> = {
  yearStatus: {
    year: 'Année',
    status: 'Statut',
    paid: 'Dans votre formule',
    locked: 'Verrouillée',
    lockedMeaning: 'Les chiffres exacts d’une année verrouillée s’affichent dès qu’elle est payée.',
    submitted: 'Introduite',
    noYears: 'Il n’y a pas encore de transactions.',
  },

  year: {
    way: 'Ce qu’il reste à faire pour {year}',
    lawLink: 'La loi derrière ces chiffres',
    title: 'Votre année {year}',
    badge: 'Indicatif, brut',
    indicative: 'Indicatif',
    answer: 'Votre réponse',
    owed: {
      nothing: 'D’après ces chiffres, vous ne devez pas d’impôt pour {year}.',
      gains: 'D’après ces chiffres, vous devez environ {tax} pour {year}, sur vos plus-values.',
      income: 'D’après ces chiffres, vous devez environ {tax} pour {year}, sur vos revenus.',
      both: 'D’après ces chiffres, vous devez environ {tax} pour {year} : {onGains} sur les plus-values et {onIncome} sur les revenus.',
      left: 'D’après ces chiffres, il reste environ {tax} à payer pour {year}, après l’impôt retenu par les banques.',
      nothingLeft:
        'D’après ces chiffres, il ne reste rien à payer pour {year} : les banques ont retenu l’impôt.',
      paidBack:
        'D’après ces chiffres, environ {tax} vous est remboursé pour {year} : les banques ont retenu plus que vous ne devez.',
    },
    steps: {
      title: 'Comment ce montant se compose',
      gains: 'Plus-values nettes',
      ownGains: 'Votre part des plus-values nettes',
      gainsWithDerivatives: 'Plus-values nettes, dérivés compris',
      otherLosses: 'Pertes sur d’autres actifs financiers',
      speculativeLosses: 'Pertes spéculatives des années précédentes',
      exemption: 'Exonération utilisée',
      taxable: 'Plus-values imposables',
      tax: 'Impôt sur les plus-values, {percent}\u00a0%',
      surcharge: 'Centimes additionnels communaux',
      otherTax: 'Impôt sur les plus-values d’autres actifs',
      income: 'Impôt sur les revenus, {percent}\u00a0%',
      withheld: 'Retenu par les banques',
      total: 'Ensemble',
    },
    stale: 'Vos chiffres sont en cours de recalcul. Rechargez la page dans un instant.',
    rangesWait:
      'Les fichiers ajoutés ou supprimés depuis le {since} attendent : ces fourchettes restent ce qu’elles étaient alors jusqu’au paiement de l’année.',
    emptyTitle: 'Votre année commence ici',
    firstStep:
      'Ajoutez d’abord un portefeuille ou une plateforme d’échange dans l’application où vous gérez vos comptes, ou un fichier avec vos transactions sur la page « Fichiers ». Vos chiffres apparaissent ici dès leur lecture.',
    standing: {
      locked:
        'Cette année est verrouillée. Vos plus-values se situent dans la fourchette de {gains} ; déverrouillez l’année pour voir les chiffres exacts.',
      speculative: 'Les plus-values de {gains} sont spéculatives : aucune exonération ne s’y applique.',
      notTaxed:
        'Les plus-values de {gains} ne sont pas imposées : celles de {year} en gestion normale sont exonérées.',
      noGains:
        'Vous n’avez pas de plus-values nettes en {year}. Votre exonération de {total} n’est pas utilisée.',
      loss: 'Vos moins-values dépassent vos plus-values de {loss} en {year}. Votre exonération de {total} n’est pas utilisée.',
      lossAlone: 'Vos moins-values dépassent vos plus-values de {loss} en {year}.',
      noGainsAlone: 'Vous n’avez pas de plus-values nettes en {year}.',
      lossRest:
        'Vos moins-values dépassent vos plus-values de {loss} en {year}. Les {total} que vos autres actifs laissent de votre exonération ne sont pas utilisés.',
      noGainsRest:
        'Vous n’avez pas de plus-values nettes en {year}. Les {total} que vos autres actifs laissent de votre exonération ne sont pas utilisés.',
      offsetRest:
        'Vos moins-values sur d’autres actifs compensent vos plus-values de {net} en {year}. Les {total} que vos autres actifs laissent de votre exonération ne sont pas utilisés.',
      within: 'Les plus-values de {gains} restent dans votre exonération de {total}. Il vous reste {left}.',
      withinRest:
        'Les plus-values de {gains} restent dans les {total} que vos autres actifs laissent de votre exonération. Il vous reste {left}.',
      exceededRest:
        'Les plus-values de {gains} dépassent de {excess} les {total} que vos autres actifs laissent de votre exonération.',
      mayExceed:
        'Les plus-values de {gains} dépassent peut-être votre exonération de {total}. Son montant dépend d’une année verrouillée.',
      exceeded: 'Les plus-values de {gains} dépassent votre exonération de {total} de {excess}.',
    },
    totals: 'Avant l’exonération',
    gains: 'Plus-values',
    losses: 'Moins-values',
    sideBySide: 'Côte à côte',
    allFigures: 'Chiffres par année',
    hatched: 'Les barres hachurées sont les fourchettes des années verrouillées.',
    gainsTax: 'Impôt sur les plus-values',
    income: 'Revenus',
    incomeTax: 'Impôt sur les revenus',
    tax: 'Impôt total',
    owedTax: 'Impôt dû',
    owedUnknown: 'Inconnu',
    owedMeaning:
      'L’impôt dû est calculé après l’exonération, d’après ces chiffres. Il est inconnu tant que la plupart des valeurs manquent, et lorsqu’il dépend d’une année verrouillée.',
    taxMeaning: 'L’impôt est brut : calculé avant l’exonération. Ce n’est pas le montant que vous devez.',
    wallets: 'Portefeuilles et comptes ({count})',
    transactions: 'Transactions ({count})',
    incomeTransactions: 'Transactions avec des revenus',
    exemption: {
      title: 'Exonération',
      used: 'Utilisée',
      left: 'Restante',
      excess: 'Au-delà de l’exonération',
      rest: 'Exonération restante après les autres actifs',
      total: 'Exonération de cette année',
      carriedIn: 'Reportée des années précédentes',
      carriedOut: 'Reportée aux années suivantes',
      notIndexed:
        'Le montant de cette année n’est pas encore publié. Celui d’une année précédente est utilisé.',
    },
    months: 'Plus-values par mois',
    asTable: 'Afficher sous forme de tableau',
    noMonths: 'Il n’y a ni plus-values ni moins-values cette année.',
    wholeYear: 'Année entière',
    roundedMore:
      'Chaque ligne est arrondie au centime : ensemble, elles font {difference} de plus que l’année.',
    roundedLess:
      'Chaque ligne est arrondie au centime : ensemble, elles font {difference} de moins que l’année.',
    month: 'Mois',
    declaration: {
      title: 'Déclaration fiscale',
      lead: 'Les codes du formulaire et les montants correspondants.',
      part: 'Cadre',
      code: 'Code',
      description: 'Description',
      amount: 'Montant',
      copyCode: 'Copier le code {code}',
      tick: 'Répondre oui',
      accounts: 'Comptes hors de Belgique',
      platform: 'Plateforme',
      company: 'Société',
      country: 'Pays',
      unknownCountry: 'inconnu ici, donc compté comme étranger',
      registered: 'Communiqué au Point de contact central le',
      notRegistered: 'aucune date indiquée',
      accountsNote:
        'La déclaration demande le titulaire et le pays de chaque compte, et si vous l’avez communiqué au Point de contact central de la Banque nationale de Belgique avant de la rentrer.',
      meanwhile:
        'Le formulaire de l’année de revenus {year} n’est pas encore publié : un montant ci-dessus n’a donc pas encore de code. Conservez le rapport et revenez ici quand le formulaire paraîtra, au printemps de {next}.',
    },
    issues: 'Questions ouvertes',
    noIssues: 'Il n’y a pas de questions ouvertes sur cette année.',
    issue: 'Question',
    count: 'Nombre',
    effect: 'Effet sur vos chiffres',
    allIssues: 'Y répondre sous « À régler »',
  },

  yearReadings: {
    title: '{year} selon d’autres lectures de la loi',
    link: 'Autres lectures de la loi',
    back: 'Retour à {year}',
  },

  yearReport: {
    asPage: 'Rapport à imprimer',
    forms: 'Rapport',
    xlsx: 'Classeur (Excel)',
    csvFiles: 'Fichiers CSV pour Excel (zip)',
    csv: 'CSV pour programmes',
    jsonl: 'JSON Lines',
    dossier: 'Dossier, pour recalculer les chiffres (zip)',
    verifier: 'Programme qui recalcule un dossier (Python)',
    submission: 'Marquer {year} comme introduite',
    formsLead: 'Tout ce qui explique vos chiffres, pour vous ou votre comptable.',
  },
};
