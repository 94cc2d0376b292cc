/** French texts of the frame, the components and the messages of all pages. French is written as in Belgium. */
import type { en } from './en.ts';
import type { WithTexts } from './in-languages.ts';
import { frEffect } from './fr-effect.ts';
import { frFileFaults } from './fr-file-faults.ts';
import { frRules } from './fr-rules.ts';
import { frWords } from './fr-words.ts';

export const fr: WithTexts<typeof en> = {
  product: 'Fiscalité crypto belge',

  skip: 'Aller au contenu',

  signedInAs: 'Session ouverte : {email}',

  formReturned:
    'Voici ce que vous avez envoyé après la fin de votre session. Rien n’en a été enregistré : vérifiez-le, puis envoyez-le de nouveau.',

  footer:
    'Les heures sont celles de la Belgique. Chaque chiffre de ce service est un calcul brut, à titre indicatif.',

  documentation: 'Documentation de l’API (en anglais)',
  about: 'À propos de ce service',

  navigation: 'Menu principal',

  signOut: 'Se déconnecter',

  sections: {
    year: 'Année',
    years: 'Années',
    inbox: 'À régler',
    transactions: 'Transactions',
    portfolio: 'Portefeuille',
    log: 'Journal',
    settings: 'Paramètres',
  },

  settingsNavigation: 'Paramètres',

  settingsSections: {
    overview: 'Aperçu',
    files: 'Fichiers',
    tokens: 'Jetons',
    apps: 'Applications',
    connect: 'Connecter',
  },

  scopes: {
    read: 'Lire',
    readMeaning: 'Consulter vos années, transactions, lots, plus-values, revenus et questions en suspens.',
    nothingElse: 'Rien ne peut être modifié.',
    write: 'Corriger',
    writeMeaning:
      'Modifier la classification et la valeur des transactions, définir des règles et associer des transferts. Vos chiffres sont recalculés à chaque fois.',
    readOnly: 'Lecture seule',
    readAndWrite: 'Lecture et correction',
  },

  messages: {
    backToSettings: 'Vers vos paramètres',
    requestExpired: {
      title: 'Cette demande a expiré',
      text: 'Elle a attendu trop longtemps votre réponse. Recommencez la connexion depuis l’application.',
    },
    requestAnswered: {
      title: 'Cette demande a déjà reçu une réponse',
      text: 'Retournez dans l’application. Si elle n’est pas connectée, recommencez la connexion à partir de là.',
    },
    tooManyApps: {
      title: 'Vous avez atteint le nombre maximal d’applications connectées',
      text: '{max} applications ont accès à vos données. Dans vos paramètres, sous « Applications connectées », révoquez l’accès d’une application que vous n’utilisez plus. Revenez ensuite en arrière et autorisez celle-ci.',
    },
    requestInvalid: {
      title: 'La demande de l’application n’est pas valable',
      text: 'Rien n’a été connecté. Transmettez ce message à l’éditeur de l’application : {reason}',
    },
    tooManyRequests: {
      title: 'Trop de demandes',
      text: 'Trop de personnes sur votre réseau connectent une application en ce moment. Réessayez dans une minute.',
    },
    requestHeldBack: {
      title: 'La demande de l’application n’est pas valable',
      text: 'Rien n’a été connecté\u00a0: {reason}. L’application vous a envoyé ici et veut vous conduire vers {host}. N’y allez que si vous connaissez cette adresse.',
    },
    backToApp: 'Aller à {host}',
    proRequired: {
      title: 'Vos chiffres demandent la formule Pro',
      text: 'Avec la formule Pro, vous voyez ici vos années, vos transactions et les questions ouvertes.',
    },
    yearLocked: {
      title: 'Cette année est verrouillée',
      text: 'Vous voyez les chiffres exacts d’une année verrouillée dès qu’elle est payée.',
    },
    tooManyPages: {
      title: 'Trop de pages',
      text: 'Vous avez ouvert plus de {max} pages en une minute. Réessayez dans {seconds} secondes.',
    },
    notFound: { title: 'Page introuvable', text: 'Cette page n’existe pas, ou n’existe plus.' },
    methodNotAllowed: {
      title: 'Ce n’est pas possible ici',
      text: 'Cette page ne peut pas être utilisée de cette façon.',
    },
    formInvalid: {
      title: 'Ce formulaire est illisible',
      text: 'Revenez en arrière, rechargez la page et réessayez.',
    },
    formStale: {
      title: 'Ce formulaire n’est plus valable',
      text: 'Il a été ouvert dans une autre session, ou les cookies sont désactivés. Rien n’a été modifié. Revenez en arrière, rechargez la page et réessayez.',
    },
    formTooLarge: { title: 'Ce formulaire est trop volumineux', text: 'Rien n’a été modifié.' },
    documentsBusy: {
      title: 'Un autre document est en préparation',
      text: 'Attendez qu’il soit complet, puis ouvrez celui-ci.',
    },
    reportChanged: {
      title: 'Les chiffres ont changé entre-temps',
      text: 'Un chiffre a changé pendant la préparation du rapport. Attendez que les chiffres soient à jour, puis ouvrez-le à nouveau.',
    },
    reportTooLarge: {
      title: 'Trop grand pour un classeur',
      text: 'Ce rapport a plus de lignes qu’un classeur ne peut en contenir ici. Les fichiers CSV ont les mêmes tableaux, sans limite.',
    },
    unavailable: {
      title: 'Momentanément indisponible',
      text: 'Une partie du service est inaccessible. Rien n’est perdu ; réessayez dans un instant.',
    },
    failed: {
      title: 'Un problème est survenu',
      text: 'L’erreur vient de chez nous. Si elle se reproduit, communiquez-nous ce numéro : {requestId}',
    },
  },

  general: {
    errorTitle: 'Erreur : {title}',
    faults: 'Veuillez corriger ces points :',
    cancel: 'Annuler',
    none: 'Aucun',
    never: 'Pas encore',
    always: 'Sans date de fin',
    optional: '(facultatif)',
    via: 'via {via}',
    recalculated: 'Vos chiffres sont à jour.',
    recalculating: 'Vos chiffres sont en cours de recalcul. Rechargez la page dans un instant.',
    pro: 'Formule Pro',
    seePlans: 'Voir les formules',
    unlock: 'Déverrouiller une année',
    toConnect: 'Connecter un assistant',
    lockedValue: 'Verrouillé',
    addFile: 'Ajouter un fichier',
    enterTransaction: 'Saisir une transaction manquante',
  },

  codeBlock: {
    copy: 'Copier',
    copied: 'Copié.',
    notCopied: 'Sélectionné : copiez-le à l’aide du clavier.',
    done: 'Terminé',
  },

  passwordField: { show: 'Afficher' },

  language: { title: 'Langue' },

  fileForm: {
    tooLarge: {
      title: 'Le fichier est trop volumineux',
      text: 'Un fichier peut avoir au plus 1 Mio, et plusieurs ensemble 2 Mio ; rien n’a été enregistré. Compressez-le en .zip ou .gz, ou exportez une période plus courte.',
    },
    back: 'Retour à vos fichiers',
  },

  issueTypes: {
    UNMATCHED_TRANSFER_OUT: {
      title: 'Transfert sortant sans contrepartie',
      effect: 'Les unités comptent peut-être comme vendues.',
    },
    UNMATCHED_TRANSFER_IN: {
      title: 'Transfert entrant sans contrepartie',
      effect: 'Les unités comptent comme achetées à leur valeur à l’arrivée.',
    },
    POSSIBLE_MIGRATION: {
      title: 'Vente qui peut être une migration',
      effect: 'Elle compte comme une vente, bien qu’un actif soit peut-être devenu l’autre.',
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
    BALANCE_DIFFERS: {
      title: 'Solde que les transactions n’expliquent pas',
      effect: 'Il manque quelque chose sur le compte avant ce moment, ou quelque chose compte deux fois.',
    },
    REPORTED_DIFFERS: {
      title: 'Total d’une plateforme que les transactions n’expliquent pas',
      effect: 'Il manque quelque chose dans l’année, ou quelque chose compte deux fois ou ailleurs.',
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
    POSSIBLE_DUPLICATE: {
      title: 'Transactions qui semblent importées deux fois',
      effect: 'Elles comptent toutes : avoirs, plus-values et revenus sont peut-être trop élevés.',
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

  effect: frEffect,

  fileFault: {
    file: 'Le fichier {reason}',
    line: 'Ligne {line} : {reason}',
    cell: 'Ligne {line}, colonne {column} : {reason}',
    explained: '{reason} : {more}',
    next: '{before} ; {after}',
    unknown: 'ne peut pas être lu',
  },

  fileFaults: frFileFaults,

  lawRules: frRules,

  words: frWords,
};
