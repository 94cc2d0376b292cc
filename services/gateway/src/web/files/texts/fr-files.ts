/** French texts of the files that a person adds and removes. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enFiles } from './en-files.ts';

export const frFiles: WithTexts<typeof enFiles> = {
  platforms: {
    title: 'Quelles plateformes utilisez-vous ?',
    show: 'Choisir vos plateformes',
    legend:
      'Cochez les plateformes d’échange, portefeuilles et programmes que vous utilisez. Les coches sont dans l’adresse de cette page et ne sont pas conservées.',
    where: 'Où trouver mes fichiers ?',
    then: 'Vers le champ pour vos fichiers',
    notListed:
      'Une plateforme manque ? Ajoutez quand même son CSV : vous direz ensuite sur la page ce que contient chaque colonne.',
    ownColumns: 'Colonnes que vous avez décrites',
  },
  files: {
    title: 'Fichiers',
    lead: 'Ajoutez les fichiers que vous avez téléchargés de plateformes d’échange, de portefeuilles et de logiciels fiscaux. Vous voyez ce que contient un fichier avant que quoi que ce soit ne soit enregistré.',
    file: 'Fichier, ou plusieurs fichiers',
    fileHint:
      'Au plus {max} fichiers à la fois, chacun d’au plus 1 Mio et ensemble 2 Mio : le CSV tel qu’il a été téléchargé, même compressé en .gz ou .zip ; un classeur (.xlsx) d’un site qui n’offre pas de CSV, ou avec un fichier de colonnes. Un fichier enregistré par un tableur a perdu des chiffres.',
    severalTitle: 'Ajouter ces {count} fichiers ?',
    severalLead:
      'Rien n’est encore enregistré. Décochez ce que vous ne voulez pas ajouter. Chaque fichier est comparé à ce qui est enregistré, pas aux autres fichiers.',
    severalFile: 'Fichier {number} : {name}',
    severalTick: 'Ajouter ce fichier',
    severalAlike: 'Non coché, parce que vous avez peut-être déjà ces transactions.',
    severalNothing: 'Il n’y a rien à ajouter dans ce fichier.',
    severalAdd: 'Ajouter les fichiers cochés',
    severalOnlyOne:
      'Un format, un compte, un nouveau compte ou un fichier de colonnes concerne un seul fichier : choisissez un seul fichier avec lui.',
    severalTooSlow:
      '« {name} » n’a pas été examiné, parce que les autres ont pris du temps : ajoutez-le séparément.',
    severalBusy:
      '« {name} » n’a pas été ajouté, parce qu’une autre modification de vos données était en cours : ajoutez-le à nouveau.',
    severalAdded: 'Les fichiers sont ajoutés.',
    format: 'Format',
    recognise: 'Le reconnaître aux noms des colonnes',
    account: 'Compte',
    ofPlatform: 'Le compte de la plateforme',
    newAccount: 'Nom d’un nouveau compte',
    newAccountHint:
      'Deux comptes sur une même plateforme ont besoin de deux noms. Un nom compte à la place du choix ci-dessus.',
    timeZone: 'Fuseau horaire',
    timeZoneHint: 'Par exemple Europe/Brussels, pour un fichier qui ne l’indique pas.',
    mapping: 'Fichier de colonnes',
    mappingHint:
      'Seulement pour un fichier sans format connu : du JSON qui dit ce que sont ses colonnes, au plus 64 Kio. Le {guide} contient un exemple.',
    guide: 'guide des fichiers',
    eitherMapping: 'Choisissez soit un format, soit un fichier de colonnes.',
    show: 'Montrer ce qu’il contient',
    missing: 'Choisissez un fichier.',
    nameTooLong: 'Le nom d’un compte compte au plus {max} caractères.',
    rejected: 'Le fichier « {name} » n’a pas été lu, et rien n’a été enregistré.',
    rejectedNext:
      'Si le fichier n’a pas été reconnu, choisissez ci-dessous son format ou son fuseau horaire. Le {guide} indique pour chaque plateforme quel fichier télécharger.',
    running: {
      title: 'Une autre modification de vos données est en cours',
      text: 'Rien n’a été modifié. Attendez un instant, puis réessayez.',
    },
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
      'Une ligne « à vérifier » peut changer vos chiffres. Saisissez-la avec le modèle universel de Koinly : une ligne de CSV avec la date, les montants et les devises, ajoutée comme autre fichier au même compte. Le {guide} contient un modèle à copier.',
    balances: 'Soldes',
    balancesFit:
      'Les soldes du fichier correspondent à ses lignes, du {from} au {until} : aucune ligne ne manque entre elles.',
    balancesTitle: 'Des lignes manquent : les soldes du fichier changent sans qu’une ligne le dise',
    balancesMeaning:
      'Exportez de nouveau toute la période, ou saisissez ce qui manque. La page « À régler » le demande jusqu’à ce que les soldes correspondent.',
    amountLeft: 'Entre la ligne {from} et la ligne {to}, {amount} est parti sans qu’une ligne l’explique.',
    amountArrived:
      'Entre la ligne {from} et la ligne {to}, {amount} est arrivé sans qu’une ligne l’explique.',
    ofWallet: 'Portefeuille : {wallet}.',
    unreadableBetween: 'Entre elles, ces lignes ne peuvent pas être lues : {lines}.',
    opening:
      'Avant la ligne {line}, il y avait un solde de {amount}. Une période antérieure est peut-être dans un autre fichier.',
    noEvents: 'Le fichier n’a pas de transactions à ajouter.',
    add: 'Ajouter {count} transactions',
    newTransactions: 'Nouvelles',
    knownTransactions: 'Déjà enregistrées',
    changedTransactions: 'Enregistrées avec d’autres valeurs',
    countMeaning: 'Un échange avec ses frais est une seule transaction.',
    allKnown: 'Toutes les transactions de ce fichier sont déjà enregistrées.',
    undoneTitle: 'Ce fichier annule {count} transactions d’un fichier précédent',
    undoneLead:
      'Dans ce fichier, elles ont échoué, ou ont été annulées ou reprises. Leurs corrections sont conservées, et votre boîte de réception les montre.',
    undoneKeptMeaning: 'Ce qui appartient à une année introduite reste.',
    undone: 'Transactions annulées',
    undoneTime: 'Heure',
    undoneOutcome: 'Ce qui se passe',
    undoneRemoved: 'disparaît',
    undoneKept: 'reste, son année a été introduite',
    undo: 'Annuler {count} transactions',
    alikeTitle: 'Vérifiez d’abord : vous avez peut-être déjà ces transactions',
    alikeLead:
      'Elles ont les mêmes actifs et les mêmes montants, aux mêmes minutes, que des transactions d’un autre compte ou d’un autre export. Si ce sont les mêmes, n’ajoutez pas ce fichier : chacune compterait deux fois.',
    alike: '{count} ressemblent à des transactions de {account}',
    alikeFormat: '{count} ressemblent à des transactions de {account} au format {format}',
    alikeLater:
      'La page « À régler » continue ensuite à les signaler, et vous pouvez y supprimer le fichier.',
    addAllTheSame: 'Ajouter quand même',
    toAccounts: 'Comptes, et ce qui prouve que rien ne manque',
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
    CREDIT: 'concerne des crédits de frais ou des points, qui ne sont pas des actifs',
    DERIVATIVES: 'fait partie d’un prêt, ou d’une position sur marge ou à terme',
    HALF_TRADE:
      'est la moitié d’un échange dont l’autre moitié n’est pas dans le fichier : exportez tous les actifs et toute la période',
    UNKNOWN_TYPE: 'a un type qui n’est pas connu ici',
    UNKNOWN_STATUS: 'a un statut qui n’est pas connu ici : saisissez-la vous-même si elle a été exécutée',
    OTHER_TWIN: 'a l’identifiant d’une autre ligne, mais un autre contenu : comparez les deux',
    AMBIGUOUS_TIME:
      'a une heure que les horloges ont montrée deux fois, et l’ordre des lignes ne dit pas laquelle',
    UNREADABLE: 'ne peut pas être lue',
  },
};
