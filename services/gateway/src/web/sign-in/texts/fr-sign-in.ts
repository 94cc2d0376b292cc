/** French texts of sign-in, its second step and sign-out. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enSignIn } from './en-sign-in.ts';

export const frSignIn: WithTexts<typeof enSignIn> = {
  signIn: {
    title: 'Se connecter',
    forApp: 'Connectez-vous pour répondre à l’application qui demande l’accès.',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    submit: 'Se connecter',
    withProvider: 'Se connecter avec {label}',
    forgotten:
      'Mot de passe oublié ? Le gestionnaire de ce service peut vous en définir un nouveau. Après de nombreuses tentatives échouées, votre mot de passe ne fonctionne plus que dans les navigateurs où vous vous êtes déjà connecté ; là aussi, le gestionnaire peut vous aider.',
    emailMissing: 'Indiquez votre adresse e-mail.',
    passwordMissing: 'Indiquez votre mot de passe.',
    rejected: 'L’adresse e-mail ou le mot de passe est incorrect.',
    tooManyMinute: 'Trop de tentatives. Réessayez dans une minute.',
    tooMany: 'Trop de tentatives. Réessayez dans {minutes} minutes.',
    stranger:
      'Aucun compte ne correspond ici à cet identifiant. Le gestionnaire de ce service peut vous en créer un.',
    otherLogin:
      'Le compte qui a votre adresse e-mail est lié à un autre identifiant chez {label}. Connectez-vous là-bas avec cet identifiant, ou demandez au gestionnaire de ce service de supprimer ce lien.',
    denied: 'La connexion a été annulée.',
    expired: 'La connexion a pris trop de temps. Réessayez.',
    unavailable: '{label} est inaccessible pour le moment. Réessayez dans un instant.',
    ended:
      'Vous avez été inactif pendant une heure, ou vous vous êtes connecté il y a douze heures : votre session est terminée. Connectez-vous pour revenir où vous étiez.',
    endedForm:
      'Vous avez été inactif pendant une heure, ou vous vous êtes connecté il y a douze heures : votre session est terminée. Votre dernier envoi n’a pas été enregistré : connectez-vous pour revenir à sa page, et saisissez-le de nouveau. Un fichier est à choisir de nouveau.',
    endedKept:
      'Vous avez été inactif pendant une heure, ou vous vous êtes connecté il y a douze heures : votre session est terminée. Votre dernier envoi n’est pas encore enregistré. Connectez-vous ici dans l’heure pour le retrouver, puis envoyez-le.',
    signedOut: 'Votre session est terminée.',
    signedOutEverywhere: 'Toutes vos sessions sont terminées.',
  },

  everywhere: {
    submit: 'Se déconnecter partout',
    title: 'Se déconnecter partout ?',
    text: 'Chaque session se termine dans chaque navigateur, y compris celle-ci. Les jetons et les applications gardent leur accès.',
  },

  secondStep: {
    noBrowser:
      'Ce navigateur ne peut pas créer ou utiliser de clé d’accès ici, ou JavaScript est désactivé. Essayez un autre navigateur.',
    title: 'Encore une étape',
    lead: 'Confirmez avec votre clé d’accès que c’est bien vous.',
    usePasskey: 'Utiliser la clé d’accès',
    failed: 'La clé d’accès n’a pas été acceptée. Réessayez.',
    needsScript:
      'Votre navigateur n’a pas envoyé de clé d’accès, parce que JavaScript est désactivé. Utilisez un code de secours.',
    codeTitle: 'Sans votre clé d’accès',
    code: 'Code de secours',
    codeHint:
      'Un des codes que vous avez conservés en ajoutant votre clé d’accès. Chacun fonctionne une fois.',
    codeMissing: 'Indiquez un code de secours.',
    codeWrong: 'Ce code est incorrect ou a déjà été utilisé.',
    useCode: 'Utiliser le code de secours',
    lost: 'Plus de clé d’accès ni de code ? Le gestionnaire de ce service peut supprimer vos clés d’accès.',
    back: 'Se connecter avec un autre compte',
  },
};
