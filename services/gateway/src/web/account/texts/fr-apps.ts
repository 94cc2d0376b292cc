/** French texts of the pages of connected apps. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enApps } from './en-apps.ts';

export const frApps: WithTexts<typeof enApps> = {
  apps: {
    title: 'Applications connectées',
    lead: 'Les applications que vous avez autorisées à agir en votre nom. Une application inutilisée pendant {days} jours perd son accès automatiquement.',
    none: 'Aucune application n’est connectée.',
    how: 'Pour connecter un assistant, donnez-lui cette adresse. Il vous enverra alors sur ce site pour demander l’accès.',
    listTitle: 'Applications ayant accès',
    count: '{count} sur {max} applications',
    app: 'Application',
    host: 'Site web',
    ownDevice: 'Un programme sur votre propre appareil',
    access: 'Accès',
    since: 'Connectée depuis',
    lastUsed: 'Dernière utilisation',
    action: 'Action',
    revoke: 'Révoquer',
    revokeNamed: 'Révoquer l’accès de {name}',
    revokeTitle: 'Révoquer l’accès de {name} ?',
    revokeText: 'L’application perd l’accès immédiatement. Pour la réutiliser, connectez-la à nouveau.',
    revoked: 'L’accès est révoqué. L’application ne peut plus accéder à vos données.',
    revokeAll: 'Révoquer l’accès de toutes les applications',
    revokeAllTitle: 'Révoquer l’accès de toutes les applications ?',
    revokeAllText:
      'Les {count} applications perdent l’accès immédiatement. Pour en réutiliser une, connectez-la à nouveau.',
    revokedAll: 'Plus aucune application n’a accès.',
    endedTitle: 'Anciennes applications',
    endedLead: 'Les dernières applications dont l’accès a pris fin.',
    ended: 'Fin',
    endedRevoked: 'Révoqué',
    endedExpired: 'Inutilisée trop longtemps',
  },
};
