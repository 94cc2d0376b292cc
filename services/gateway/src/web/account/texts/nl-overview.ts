/** Dutch texts of the overview of the settings. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enOverview } from './en-overview.ts';

export const nlOverview: WithTexts<typeof enOverview> = {
  overview: {
    title: 'Uw instellingen',
    plan: 'Formule',
    free: 'Gratis formule',
    freeMeaning: 'Voor programma’s, assistenten en tokens hebt u de Pro-formule nodig.',
    years: 'Inkomstenjaren',
    submittedMeaning: 'De cijfers van een ingediend jaar wijzigen niet meer.',
    yearsMissing: 'Uw jaren kunnen nu niet getoond worden. Probeer het zo dadelijk opnieuw.',
    tokens: 'Persoonlijke tokens',
    noTokens: 'U hebt geen persoonlijk token.',
    manageTokens: 'Tokens beheren',
    makeToken: 'Een token aanmaken',
    apps: 'Gekoppelde apps',
    noApps: 'Er is geen app gekoppeld.',
    manageApps: 'Apps beheren',
    lastUsed: 'Laatst gebruikt op {when}',
    neverUsed: 'Nog niet gebruikt',
    corrections: 'Recentste correcties',
    noCorrections: 'Er werd nog niets gecorrigeerd.',
    correctionsMissing:
      'Het logboek van de correcties kan nu niet getoond worden. Probeer het zo dadelijk opnieuw.',
    wholeLog: 'Het volledige logboek bekijken',
    account: 'Account',
    email: 'E-mailadres',
    signedInSince: 'Aangemeld sinds',
    changePassword: 'Wachtwoord wijzigen',
    passkeys: 'Toegangssleutels',
    shortPassword: 'Uw wachtwoord is te kort om vandaag nog veilig te zijn. Kies een langer wachtwoord.',
  },

  firstSteps: {
    token: 'Uw eerste token aanmaken',
    inbox: 'Uw open vragen beantwoorden',
    passkey: 'Een toegangssleutel toevoegen',
  },
};
