import type { enYear } from './en-year.ts';
import type { WithTexts } from './in-languages.ts';

/** French texts of the pages of a year and of all years. */
export const frYear: WithTexts<typeof enYear> = {
  year: {
    title: 'Votre année {year}',
    badge: 'Indicatif, brut',
    range: '{low} à {high}',
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
      within: 'Les plus-values de {gains} restent dans votre exonération de {total}. Il vous reste {left}.',
      mayExceed:
        'Les plus-values de {gains} dépassent peut-être votre exonération de {total}. Son montant dépend d’une année verrouillée.',
      exceeded: 'Les plus-values de {gains} dépassent votre exonération de {total} de {excess}.',
    },
    totals: 'Totaux',
    gains: 'Plus-values',
    losses: 'Moins-values',
    sideBySide: 'Côte à côte',
    allFigures: 'Chiffres par année',
    hatched: 'Les barres hachurées sont les fourchettes des années verrouillées.',
    gainsTax: 'Impôt sur les plus-values',
    income: 'Revenus',
    incomeTax: 'Impôt sur les revenus',
    tax: 'Impôt total',
    taxMeaning: 'L’impôt est brut : calculé avant l’exonération. Ce n’est pas le montant que vous devez.',
    wallets: 'Portefeuilles et comptes',
    transactions: 'Transactions ({count})',
    incomeTransactions: 'Transactions avec des revenus',
    exemption: {
      title: 'Exonération',
      used: 'Utilisée',
      left: 'Restante',
      excess: 'Au-delà de l’exonération',
      total: 'Exonération de cette année',
      carriedIn: 'Reportée des années précédentes',
      carriedOut: 'Reportée aux années suivantes',
      notIndexed:
        'Le montant de cette année n’est pas encore publié. Celui d’une année précédente est utilisé.',
    },
    months: 'Plus-values par mois',
    asTable: 'Afficher sous forme de tableau',
    noMonths: 'Il n’y a ni plus-values ni moins-values cette année.',
    month: 'Mois',
    declaration: {
      title: 'Déclaration fiscale',
      lead: 'Les codes du formulaire et les montants correspondants.',
      part: 'Cadre',
      code: 'Code',
      description: 'Description',
      amount: 'Montant',
      noCode: 'Pas encore de code : le formulaire n’est pas publié',
      reusedCode: 'Code du formulaire de {year} ; le nouveau formulaire n’est pas encore publié',
      copyCode: 'Copier le code {code}',
      tick: 'Répondre oui',
      platforms: 'Plateformes hors de Belgique :',
      kinds: {
        INCOME: 'Revenus de crypto-actifs',
        SPECULATIVE_GAIN: 'Plus-values spéculatives',
        CAPITAL_GAIN: 'Plus-values imposées à 10 %',
        FOREIGN_ACCOUNT: 'Comptes hors de Belgique',
      },
    },
    issues: 'Questions ouvertes',
    noIssues: 'Il n’y a pas de questions ouvertes sur cette année.',
    issue: 'Question',
    count: 'Nombre',
    effect: 'Effet sur vos chiffres',
    allIssues: 'Y répondre sous « À régler »',
    issueTypes: {
      UNMATCHED_TRANSFER_OUT: {
        title: 'Transfert sortant sans contrepartie',
        effect: 'Les unités comptent peut-être comme vendues.',
      },
      UNMATCHED_TRANSFER_IN: {
        title: 'Transfert entrant sans contrepartie',
        effect: 'Les unités comptent comme achetées à leur valeur à l’arrivée.',
      },
      TRANSFER_SURPLUS: {
        title: 'Il est arrivé plus qu’il n’est parti',
        effect: 'Le surplus compte comme acheté à l’arrivée.',
      },
      REVIEW_TRANSFER: {
        title: 'Transfert inhabituel',
        effect: 'Si le rapprochement est faux, une vente ou un achat manque.',
      },
      MISSING_PRICE: {
        title: 'Valeur en euros inconnue',
        effect: 'Un achat et un revenu comptent pour 0 ; la plus-value d’une vente n’est pas comptée.',
      },
      MISSING_PHOTO_VALUE: {
        title: 'Valeur à la fin de 2025 inconnue',
        effect: 'Les plus-values sont mesurées à partir du coût historique.',
      },
      MISSING_COST_BASIS: {
        title: 'Il est parti plus que ce qui était détenu',
        effect: 'Les unités manquantes comptent à un coût de 0 : la plus-value est plus élevée.',
      },
      GIFT_BASIS_UNKNOWN: {
        title: 'Coût d’un don reçu inconnu',
        effect: 'Le don compte à un coût de 0 : une plus-value ultérieure est plus élevée.',
      },
      UNCLASSIFIED: {
        title: 'Transaction non classée',
        effect: 'Elle compte comme une transaction ordinaire de son type.',
      },
      SUSPECTED_SPAM: { title: 'Spam présumé', effect: 'Elle ne compte pas.' },
      NEEDS_REVIEW: {
        title: 'Transaction à vérifier',
        effect: 'Son type ou son traitement est peut-être faux.',
      },
      ORPHANED_CORRECTION: {
        title: 'Correction sans sa transaction',
        effect: 'La correction n’a pas d’effet pour le moment.',
      },
      FROZEN_YEAR_DRIFT: {
        title: 'Nouveaux faits pour une année déclarée',
        effect: 'Les chiffres restent tels qu’ils ont été déclarés.',
      },
    },
  },
};
