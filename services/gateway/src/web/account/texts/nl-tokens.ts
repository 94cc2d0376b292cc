/** Dutch texts of the pages of tokens. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enTokens } from './en-tokens.ts';

export const nlTokens: WithTexts<typeof enTokens> = {
  tokens: {
    title: 'Persoonlijke tokens',
    lead: 'Met een token kan een programma of een assistent uw gegevens in uw naam gebruiken. Bewaar het even zorgvuldig als een wachtwoord.',
    createdTitle: 'Uw nieuwe token',
    createdText: 'Kopieer het nu en plak het waar u het nodig hebt. Het wordt niet opnieuw getoond.',
    secret: 'Token “{name}”',
    newTitle: 'Nieuw token',
    name: 'Naam',
    nameHint: 'Waar u het gaat gebruiken, bijvoorbeeld “laptop” of “boekhouding”.',
    nameMissing: 'Vul een naam in.',
    nameTooLong: 'Vul een naam van hoogstens {max} tekens in.',
    nameHidden:
      'De naam bevat onzichtbare tekens, of tekens die de leesrichting veranderen. Typ hem opnieuw zonder die tekens.',
    nameReserved: 'In het logboek staat deze naam voor deze pagina’s. Vul een andere in.',
    scope: 'Wat het mag doen',
    scopeMissing: 'Kies wat het token mag doen.',
    lastDayInvalid: 'Vul een datum in zoals 2027-12-31.',
    lastDayPast: 'Kies vandaag of een latere dag.',
    lastDayFar: 'Kies een dag uiterlijk eind {year}.',
    tooMany: 'U hebt {max} tokens, en dat is het maximum. Trek er een in dat u niet meer gebruikt.',
    create: 'Token aanmaken',
    sentAlready: 'Dit formulier werd al verzonden',
    sentAlreadyText:
      'Het token werd aangemaakt en één keer getoond; er werd geen tweede aangemaakt. Hebt u het niet gezien, trek het dan in en maak een ander aan.',
    backToTokens: 'Naar uw tokens',
    listTitle: 'Uw tokens',
    count: '{count} van {max} tokens',
    none: 'U hebt geen token.',
    access: 'Toegang',
    created: 'Aangemaakt',
    lastUsed: 'Laatst gebruikt',
    unused: '{days} dagen ongebruikt',
    expires: 'Vervalt',
    action: 'Actie',
    revoke: 'Intrekken',
    revokeNamed: 'Token “{name}” intrekken',
    revokeTitle: 'Token “{name}” intrekken?',
    revokeText:
      'Elk programma dat dit token gebruikt, verliest meteen de toegang. Dit kan niet ongedaan gemaakt worden.',
    revoked: 'Het token is ingetrokken en werkt niet meer.',
    endedTitle: 'Vroegere tokens',
    endedLead: 'De recentste tokens die ingetrokken werden of vervallen zijn.',
    ended: 'Beëindigd',
    endedRevoked: 'Ingetrokken',
    endedExpired: 'Vervallen',
  },

  tokenEnds: {
    title: 'Hoelang het werkt',
    days: '{days} dagen, tot en met {day}',
    year: 'Een jaar, tot en met {day}',
    missing: 'Kies hoelang het token werkt.',
    advice:
      'Wie een token vindt, kan het gebruiken zolang het werkt. Kies voor een token dat mag corrigeren de kortste tijd die u nodig hebt.',
    orDay: 'Of een laatste dag naar keuze',
    orDayHint: 'Het token werkt tot het einde van deze dag. Die dag telt in plaats van uw keuze hierboven.',
    neverEnds: 'mag corrigeren, zonder einde',
    endsLate: 'mag langer dan een jaar corrigeren',
    token: 'Token',
  },
};
