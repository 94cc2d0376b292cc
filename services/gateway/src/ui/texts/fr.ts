/** French texts of the pages, as French is used in Belgium. */
import type { en } from './en.ts';
import type { WithTexts } from './in-languages.ts';

export const fr: WithTexts<typeof en> = {
  product: 'Fiscalité crypto belge',
  skip: 'Aller au contenu',
  signedInAs: 'Session ouverte : {email}',
  footer:
    'Les heures sont celles de la Belgique. Chaque chiffre de ce service est un calcul brut, à titre indicatif.',
  documentation: 'Documentation de l’API',
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

  consent: {
    title: 'Autoriser {app} à utiliser vos données ?',
    asks: 'L’application souhaite',
    alwaysIncluded: 'Toujours inclus',
    mayUntick:
      'Cochée, cette case permet aussi à l’application de corriger ; décochée, elle lui permet seulement de lire.',
    returnsTo: 'Après votre réponse, vous retournerez sur {host}.',
    unknownMaker:
      'N’importe qui peut donner n’importe quel nom à une application. N’autorisez l’accès que si vous venez vous-même de commencer à la connecter.',
    loopback:
      'Après votre réponse, vous retournerez vers un programme de cet ordinateur, à l’adresse {host}.',
    customScheme:
      'Après votre réponse, vous retournerez vers l’application de cet appareil qui ouvre les liens « {host} ».',
    revocable:
      'Vous pouvez retirer cet accès à tout moment, dans vos paramètres, sous « Applications connectées ».',
    allow: 'Autoriser',
    deny: 'Refuser',
    notYou: 'Ce n’est pas vous ?',
    useAnother: 'Utiliser un autre compte',
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
    unavailable: {
      title: 'Momentanément indisponible',
      text: 'Une partie du service est inaccessible. Rien n’est perdu ; réessayez dans un instant.',
    },
    failed: {
      title: 'Un problème est survenu',
      text: 'L’erreur vient de chez nous. Si elle se reproduit, communiquez-nous ce numéro : {requestId}',
    },
  },
};
