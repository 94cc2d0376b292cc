import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enInbox } from './en-inbox.ts';

/** French texts of the inbox. */
export const frInbox: WithTexts<typeof enInbox> = {
  inbox: {
    titleOfYear: 'À régler pour {year}',
    none: 'Il n’y a pas de question ouverte. Vos chiffres reposent sur tout ce qui a été demandé.',
    byQueue: 'Questions par sujet',
    all: 'Toutes',
    rules: 'Des règles qui répondent pour vous',
    allYears: 'Questions de toutes les années',
    nothingHere: 'Il n’y a pas de question sur ce sujet.',
    whatToDo: 'Que faire :',
    locked: 'Cette année est verrouillée : les effets en euros ne sont pas montrés.',
    unlock: 'Déverrouiller l’année',
    namesake: 'Peut-être le même actif que {asset}, qui a été acheté et jamais vendu.',
    matchMissing:
      'Rapprochez {transfer} de l’autre côté. S’il n’y en a pas, ajoutez le compte ou le fichier qui contient les achats manquants.',
    thisTransfer: 'ce transfert',
    lookAtFile:
      'Regardez {file} : des lignes en ont été écartées, ou ses soldes montrent ce qui y manque. Si ce n’est pas cela, ajoutez le compte ou le fichier qui contient les achats manquants.',
    thisFile: 'ce fichier',
    joinMatch:
      'L’autre côté est déjà rapproché et il manque ce montant à ce rapprochement : rapprochez les deux en les joignant à celui-ci. Ou dites ce que c’était.',
    enterPrices: 'Indiquer les prix de {asset}',
    photoWithoutPrice: 'Le prix de {asset} à la fin de 2025 manque.',
    submittedYear:
      'Ses chiffres sont ceux qui ont été introduits ; aucune réponse ici ne les change. La personne qui a introduit la déclaration décide s’il faut la corriger.',
    toYear: 'Voir {year}',
    balanceOfFile:
      'Le fichier {file} le montre entre la ligne {from} et la ligne {to} : {difference} {asset} qu’aucune ligne n’explique.',
    balanceStated:
      '{account} avait {stated} {asset}, et ses transactions donnent {expected} : une différence de {difference}.',
    toBalances: 'Soldes du compte',
    reportedUnits:
      '{platform} a indiqué {stated} {asset} comme « {kind} », et vos transactions donnent {own} : une différence de {difference}.',
    reportedEur:
      '{platform} a indiqué pour {asset}, comme « {kind} », une autre valeur que celle de vos transactions.',
    toReported: 'Comparer {year} avec {platform}',
    duplicate:
      '{count} transactions du fichier « {file} » ({account}) ressemblent à des transactions de {other}, du {from} au {to}.',
    ofFile: '{account} du fichier « {file} »',
    removeFile: 'Supprimer le fichier',
    areDifferent: 'Elles sont différentes',
    kept: 'C’est noté : les transactions sont différentes.',
    impact: 'Avec la réponse proposée, votre impôt change de {amount}.',
    pages: 'Pages de la boîte de réception',
    previous: 'Questions précédentes',
    next: 'Autres questions',
    queues: {
      TRANSFERS: 'Transferts',
      PRICES: 'Prix',
      COST_BASIS: 'Coût',
      CLASSIFICATION: 'Classement',
      CORRECTIONS: 'Corrections',
    },
    severities: {
      HIGH: 'Important',
      MEDIUM: 'À faire',
      LOW: 'Mineur',
    },
    actions: {
      MATCH_TRANSFER: 'Rapprochez-le de l’autre côté, ou dites ce que c’était.',
      REVIEW_TRANSFER:
        'Vérifiez les deux côtés. Rapprochez aussi les autres transferts qui en font partie ; annulez le rapprochement si les côtés ne vont pas ensemble.',
      SET_EUR_VALUE: 'Indiquez sa valeur en euros.',
      IMPORT_PRICES: 'Indiquez le prix de cet actif à la fin de 2025.',
      ADD_DATA_SOURCE: 'Ajoutez le compte ou le fichier qui contient les achats manquants.',
      COMPARE_REPORTED:
        'Ajoutez le fichier de la plateforme qui manque, ou comparez sa liste de transactions avec la vôtre.',
      SET_TREATMENT: 'Dites ce que c’était : choisissez son traitement.',
      IGNORE_EVENT: 'Ignorez-la, ou choisissez son traitement si elle est réelle.',
      REVIEW_EVENT: 'Vérifiez son type et son traitement.',
      REMOVE_FILE:
        'S’il s’agit des mêmes transactions, supprimez l’un des deux fichiers. Sinon, dites qu’elles sont différentes.',
      REMOVE_OVERRIDE: 'Supprimez la correction si la transaction a disparu pour de bon.',
      REVIEW_YEAR: 'Regardez l’année avec la personne qui l’a déclarée.',
    },
  },
};
