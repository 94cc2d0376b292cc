/** French texts of the files that a person adds and removes. */
import type { enFiles } from './en-files.ts';
import type { WithTexts } from './in-languages.ts';

export const frFiles: WithTexts<typeof enFiles> = {
  files: {
    title: 'Fichiers',
    lead: 'Ajoutez les fichiers que vous avez téléchargés de plateformes d’échange, de portefeuilles et de logiciels fiscaux. Vous voyez ce que contient un fichier avant que quoi que ce soit ne soit enregistré.',
    addTitle: 'Ajouter un fichier',
    file: 'Fichier',
    fileHint:
      'Au plus 1 Mio : le CSV tel qu’il a été téléchargé, même compressé en .gz ou .zip. Un fichier enregistré par un tableur a perdu des chiffres.',
    format: 'Format',
    recognise: 'Le reconnaître aux noms des colonnes',
    account: 'Compte',
    ofPlatform: 'Le compte de la plateforme',
    newAccount: 'Nom d’un nouveau compte',
    newAccountHint:
      'Deux comptes sur une même plateforme ont besoin de deux noms. Un nom compte à la place du choix ci-dessus.',
    timeZone: 'Fuseau horaire',
    timeZoneHint: 'Par exemple Europe/Brussels, pour un fichier qui ne l’indique pas.',
    show: 'Montrer ce qu’il contient',
    missing: 'Choisissez un fichier.',
    nameTooLong: 'Le nom d’un compte compte au plus {max} caractères.',
    rejected: 'Le fichier « {name} » n’a pas été lu, et rien n’a été enregistré.',
    faultFile: 'Le fichier : {reason}',
    faultLine: 'Ligne {line} : {reason}',
    faultCell: 'Ligne {line}, colonne {column} : {reason}',
    running: {
      title: 'Une autre modification de vos données est en cours',
      text: 'Rien n’a été modifié. Attendez un instant, puis réessayez.',
    },
    tooLarge: {
      title: 'Le fichier est trop volumineux',
      text: 'Un fichier peut avoir au plus 1 Mio, et rien n’a été enregistré. Compressez-le en .zip ou .gz, ou exportez une période plus courte.',
    },
    back: 'Retour à vos fichiers',

    checkTitle: 'Ajouter « {name} » ?',
    checkLead: 'Rien n’est encore enregistré. Comparez ceci avec ce que vous savez du compte.',
    lockedYears:
      'Une année verrouillée qui affiche déjà des fourchettes les garde jusqu’à son paiement. Ses transactions sont enregistrées, et les années suivantes les utilisent.',
    rows: 'Lignes',
    events: 'Transactions',
    period: 'Période',
    periodText: 'du {from} au {to}',
    transfers: 'Dépôts et retraits à rapprocher',
    withoutValue: 'Sans valeur en euros',
    withoutValueMeaning: 'Leur valeur vient des cours, ou la page « À régler » la demande.',
    byType: 'Transactions par type',
    byAsset: 'Transactions par actif',
    type: 'Type',
    asset: 'Actif',
    count: 'Nombre',
    moreAssets: 'et {count} autres actifs',
    leftOut: 'Lignes laissées de côté',
    noneLeftOut: 'Chaque ligne devient une transaction.',
    inFile: 'Dans le fichier',
    why: 'Pourquoi la ligne est laissée de côté',
    lines: 'Premières lignes',
    toCheck: 'à vérifier',
    toCheckMeaning:
      'Une ligne « à vérifier » peut changer vos chiffres. Saisissez-la vous-même là où vous en avez besoin.',
    noEvents: 'Le fichier n’a pas de transactions à ajouter.',
    add: 'Ajouter {count} transactions',

    listTitle: 'Vos fichiers',
    none: 'Il n’y a pas encore de fichiers.',
    name: 'Nom',
    added: 'Ajouté',
    how: 'Comment',
    action: 'Action',
    remove: 'Supprimer',
    removeNamed: 'Supprimer {name}',

    resultTitle: 'Le fichier « {name} »',
    result: '{added} transactions sont nouvelles, {changed} ont changé, {unchanged} étaient déjà là.',
    next: 'Que faire ensuite',
    toInbox: 'Répondez aux questions ouvertes',
    toYear: 'Voir l’année {year}',
    toYears: 'Voir toutes les années',
    toTransactions: 'Voir vos transactions',

    removeTitle: 'Supprimer « {name} » ?',
    removeText:
      'Ses transactions disparaissent, sauf celles qui sont aussi dans un autre fichier. Les corrections d’une transaction qui disparaît sont conservées, et la page « À régler » les montre.',
    leaving: 'Transactions qui disparaissent',
    staying: 'Transactions qui restent',
    confirmRemove: 'Supprimer ce fichier',
    removed: 'Le fichier est supprimé.',
  },

  leftOutReasons: {
    MONEY: 'déplace ou échange uniquement de l’argent',
    INTERNAL: 'déplace entre des soldes de la même plateforme',
    NOT_DONE: 'a échoué, a été annulée ou n’est pas encore exécutée',
    UNDONE: 'a été annulée par une autre ligne',
    TWIN: 'répète une autre ligne',
    ZERO: 'a un montant de 0',
    NOT_CRYPTO: 'concerne un autre genre d’actif',
    DERIVATIVES: 'est le résultat d’une position sur marge ou à terme',
    HALF_TRADE:
      'est la moitié d’un échange dont l’autre moitié n’est pas dans le fichier : exportez tous les actifs et toute la période',
    UNKNOWN_TYPE: 'a un type qui n’est pas connu ici',
  },
};
