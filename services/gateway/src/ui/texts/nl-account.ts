/** Dutch texts about the life of tokens, passwords, sessions and the choice of a language. */
import type { enAccount } from './en-account.ts';
import type { WithTexts } from './in-languages.ts';

export const nlAccount: WithTexts<typeof enAccount> = {
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

  passwordField: { show: 'Tonen' },

  everywhere: {
    title: 'Overal afmelden?',
    text: 'Elke sessie in elke browser wordt beëindigd, ook deze. Tokens en apps behouden hun toegang.',
  },

  firstSteps: {
    token: 'Uw eerste token aanmaken',
    inbox: 'Openstaande vragen beantwoorden in uw postvak',
    passkey: 'Een toegangssleutel toevoegen',
  },

  language: { title: 'Taal' },
};
