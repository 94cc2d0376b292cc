/** Dutch texts of the pages of connected apps. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enApps } from './en-apps.ts';

export const nlApps: WithTexts<typeof enApps> = {
  apps: {
    title: 'Gekoppelde apps',
    lead: 'Apps die u toestemming gaf om in uw naam te werken. Een app die {days} dagen ongebruikt blijft, verliest automatisch de toegang.',
    none: 'Er is geen app gekoppeld.',
    how: 'Om een assistent te koppelen, geeft u hem dit adres. Hij stuurt u dan naar deze site om toegang te vragen.',
    listTitle: 'Apps met toegang',
    count: '{count} van {max} apps',
    app: 'App',
    host: 'Website',
    ownDevice: 'Een programma op uw eigen toestel',
    access: 'Toegang',
    since: 'Gekoppeld sinds',
    lastUsed: 'Laatst gebruikt',
    action: 'Actie',
    revoke: 'Intrekken',
    revokeNamed: 'De toegang van {name} intrekken',
    revokeTitle: 'De toegang van {name} intrekken?',
    revokeText: 'De app verliest meteen de toegang. Om ze opnieuw te gebruiken, koppelt u ze opnieuw.',
    revoked: 'De toegang is ingetrokken. De app kan niet meer aan uw gegevens.',
    revokeAll: 'De toegang van alle apps intrekken',
    revokeAllTitle: 'De toegang van alle apps intrekken?',
    revokeAllText:
      'Alle {count} apps verliezen meteen de toegang. Om er een opnieuw te gebruiken, koppelt u ze opnieuw.',
    revokedAll: 'Geen enkele app heeft nog toegang.',
    endedTitle: 'Vroegere apps',
    endedLead: 'De recentste apps waarvan de toegang beëindigd is.',
    ended: 'Beëindigd',
    endedRevoked: 'Ingetrokken',
    endedExpired: 'Te lang ongebruikt',
  },
};
