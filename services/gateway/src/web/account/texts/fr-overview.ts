/** French texts of the overview of the settings. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enOverview } from './en-overview.ts';

export const frOverview: WithTexts<typeof enOverview> = {
  overview: {
    title: 'Vos paramètres',
    plan: 'Formule',
    free: 'Formule gratuite',
    freeMeaning: 'Pour utiliser des programmes, des assistants et des jetons, il vous faut la formule Pro.',
    years: 'Années de revenus',
    submittedMeaning: 'Les chiffres d’une année introduite ne changent plus.',
    yearsMissing: 'Vos années ne peuvent pas être affichées pour le moment. Réessayez dans un instant.',
    tokens: 'Jetons personnels',
    noTokens: 'Vous n’avez pas de jeton personnel.',
    manageTokens: 'Gérer les jetons',
    makeToken: 'Créer un jeton',
    apps: 'Applications connectées',
    noApps: 'Aucune application n’est connectée.',
    manageApps: 'Gérer les applications',
    lastUsed: 'Dernière utilisation : {when}',
    neverUsed: 'Pas encore utilisé',
    corrections: 'Dernières corrections',
    noCorrections: 'Rien n’a encore été corrigé.',
    correctionsMissing:
      'Le journal des corrections ne peut pas être affiché pour le moment. Réessayez dans un instant.',
    wholeLog: 'Voir tout le journal',
    account: 'Compte',
    email: 'Adresse e-mail',
    signedInSince: 'Session ouverte depuis',
    changePassword: 'Modifier le mot de passe',
    passkeys: 'Clés d’accès',
    shortPassword:
      'Votre mot de passe est trop court pour être encore sûr aujourd’hui. Choisissez-en un plus long.',
  },

  firstSteps: {
    token: 'Créer votre premier jeton',
    inbox: 'Répondre aux questions ouvertes',
    passkey: 'Ajouter une clé d’accès',
  },
};
