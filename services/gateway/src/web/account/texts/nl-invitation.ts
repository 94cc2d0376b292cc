/** Dutch texts of the page on which a user sets a password with a link of the operator. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enInvitation } from './en-invitation.ts';

export const nlInvitation: WithTexts<typeof enInvitation> = {
  invitation: {
    title: 'Kies uw wachtwoord',
    lead: 'Voor uw account {email}. Daarna meldt u zich aan met dit e-mailadres en het wachtwoord dat u hier kiest.',
    next: 'Wachtwoord',
    again: 'Wachtwoord, nog eens',
    submit: 'Wachtwoord instellen en aanmelden',
    unusableTitle: 'Deze link werkt niet',
    unusable:
      'De link werd al gebruikt, is verlopen, werd door een nieuwere vervangen of is niet volledig. Hebt u uw wachtwoord al ingesteld, meld u er dan mee aan. Vraag anders een nieuwe link aan de beheerder van deze dienst.',
    signIn: 'Naar de aanmeldpagina',
  },
};
