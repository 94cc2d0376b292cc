/** French texts about the life of tokens, passwords, sessions and the choice of a language. */
import type { enAccount } from './en-account.ts';
import type { WithTexts } from './in-languages.ts';

export const frAccount: WithTexts<typeof enAccount> = {
  tokenEnds: {
    title: 'Durée de validité',
    days: '{days} jours, jusqu’au {day}',
    year: 'Un an, jusqu’au {day}',
    missing: 'Choisissez la durée de validité du jeton.',
    advice:
      'Quiconque trouve un jeton peut l’utiliser tant qu’il fonctionne. Pour un jeton qui peut corriger, choisissez la durée la plus courte dont vous avez besoin.',
    orDay: 'Ou un dernier jour de votre choix',
    orDayHint:
      'Le jeton fonctionne jusqu’à la fin de ce jour. Cette date compte à la place de votre choix ci-dessus.',
    neverEnds: 'peut corriger, sans fin',
    endsLate: 'peut corriger pendant plus d’un an',
    token: 'Jeton',
  },

  passwordField: { show: 'Afficher' },

  everywhere: {
    title: 'Se déconnecter partout ?',
    text: 'Chaque session se termine dans chaque navigateur, y compris celle-ci. Les jetons et les applications gardent leur accès.',
  },

  firstSteps: {
    token: 'Créer votre premier jeton',
    inbox: 'Répondre aux questions ouvertes',
    passkey: 'Ajouter une clé d’accès',
  },

  language: { title: 'Langue' },
};
