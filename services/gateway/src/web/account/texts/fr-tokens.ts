/** French texts of the pages of tokens. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enTokens } from './en-tokens.ts';

export const frTokens: WithTexts<typeof enTokens> = {
  tokens: {
    title: 'Jetons personnels',
    lead: 'Un jeton permet à un programme ou à un assistant d’utiliser vos données en votre nom. Conservez-le aussi soigneusement qu’un mot de passe.',
    createdTitle: 'Votre nouveau jeton',
    createdText: 'Copiez-le maintenant et collez-le là où vous en avez besoin. Il ne sera plus affiché.',
    secret: 'Jeton « {name} »',
    newTitle: 'Nouveau jeton',
    name: 'Nom',
    nameHint: 'L’endroit où vous l’utiliserez, par exemple « portable » ou « comptabilité ».',
    nameMissing: 'Indiquez un nom.',
    nameTooLong: 'Indiquez un nom de {max} caractères au maximum.',
    nameHidden:
      'Le nom contient des caractères invisibles, ou des caractères qui changent le sens de lecture. Saisissez-le à nouveau sans eux.',
    nameReserved: 'Dans le journal, ce nom désigne ces pages. Indiquez-en un autre.',
    scope: 'Ce qu’il peut faire',
    scopeMissing: 'Choisissez ce que le jeton peut faire.',
    lastDayInvalid: 'Indiquez une date telle que 2027-12-31.',
    lastDayPast: 'Choisissez aujourd’hui ou un jour ultérieur.',
    lastDayFar: 'Choisissez un jour au plus tard fin {year}.',
    tooMany: 'Vous avez {max} jetons, soit le maximum. Révoquez-en un que vous n’utilisez plus.',
    create: 'Créer le jeton',
    sentAlready: 'Ce formulaire a déjà été envoyé',
    sentAlreadyText:
      'Le jeton a été créé et affiché une fois ; aucun deuxième jeton n’a été créé. Si vous ne l’avez pas vu, révoquez-le et créez-en un autre.',
    backToTokens: 'Vers vos jetons',
    listTitle: 'Vos jetons',
    count: '{count} sur {max} jetons',
    none: 'Vous n’avez pas de jeton.',
    access: 'Accès',
    created: 'Créé',
    lastUsed: 'Dernière utilisation',
    unused: 'inutilisé depuis {days} jours',
    expires: 'Expire',
    action: 'Action',
    revoke: 'Révoquer',
    revokeNamed: 'Révoquer le jeton « {name} »',
    revokeTitle: 'Révoquer le jeton « {name} » ?',
    revokeText:
      'Tout programme qui utilise ce jeton perd l’accès immédiatement. Cette action est irréversible.',
    revoked: 'Le jeton est révoqué et ne fonctionne plus.',
    endedTitle: 'Anciens jetons',
    endedLead: 'Les derniers jetons révoqués ou expirés.',
    ended: 'Fin',
    endedRevoked: 'Révoqué',
    endedExpired: 'Expiré',
  },

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
};
