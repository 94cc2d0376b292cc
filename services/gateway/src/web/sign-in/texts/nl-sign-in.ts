/** Dutch texts of sign-in, its second step and sign-out. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enSignIn } from './en-sign-in.ts';

export const nlSignIn: WithTexts<typeof enSignIn> = {
  signIn: {
    title: 'Aanmelden',
    forApp: 'Meld u aan om de app te antwoorden die toegang vraagt.',
    email: 'E-mailadres',
    password: 'Wachtwoord',
    submit: 'Aanmelden',
    withProvider: 'Aanmelden met {label}',
    forgotten:
      'Wachtwoord vergeten? De beheerder van deze dienst kan een nieuw voor u instellen. Na veel mislukte pogingen werkt uw wachtwoord alleen nog in browsers waarin u zich al eerder aanmeldde; ook dan kan de beheerder u helpen.',
    emailMissing: 'Vul uw e-mailadres in.',
    passwordMissing: 'Vul uw wachtwoord in.',
    rejected: 'Het e-mailadres of het wachtwoord klopt niet.',
    tooManyMinute: 'Te veel pogingen. Probeer het over een minuut opnieuw.',
    tooMany: 'Te veel pogingen. Probeer het over {minutes} minuten opnieuw.',
    stranger:
      'Bij deze login hoort hier geen account. De beheerder van deze dienst kan er een voor u aanmaken.',
    otherLogin:
      'Het account met uw e-mailadres is gekoppeld aan een andere login bij {label}. Meld u daar met die login aan, of vraag de beheerder van deze dienst om de koppeling ongedaan te maken.',
    denied: 'Het aanmelden werd afgebroken.',
    expired: 'Het aanmelden duurde te lang. Probeer het opnieuw.',
    unavailable: '{label} is op dit moment onbereikbaar. Probeer het zo dadelijk opnieuw.',
    ended:
      'U was een uur niet actief, of meldde u twaalf uur geleden aan: uw sessie is afgelopen. Meld u aan om terug te gaan naar waar u was.',
    endedForm:
      'U was een uur niet actief, of meldde u twaalf uur geleden aan: uw sessie is afgelopen. Wat u het laatst verstuurde, werd niet bewaard: meld u aan om terug te gaan naar die pagina, en voer het opnieuw in. Een bestand moet u opnieuw kiezen.',
    endedKept:
      'U was een uur niet actief, of meldde u twaalf uur geleden aan: uw sessie is afgelopen. Wat u het laatst verstuurde, is nog niet bewaard. Meld u hier binnen het uur aan om het terug te zien, en verstuur het dan.',
    signedOut: 'U bent afgemeld.',
    signedOutEverywhere: 'U bent overal afgemeld.',
  },

  everywhere: {
    submit: 'Overal afmelden',
    title: 'Overal afmelden?',
    text: 'Elke sessie in elke browser wordt beëindigd, ook deze. Tokens en apps behouden hun toegang.',
  },

  secondStep: {
    noBrowser:
      'Deze browser kan hier geen toegangssleutel aanmaken of gebruiken, of JavaScript is uitgeschakeld. Probeer een andere browser.',
    title: 'Nog één stap',
    lead: 'Bevestig met uw toegangssleutel dat u het bent.',
    usePasskey: 'Toegangssleutel gebruiken',
    failed: 'De toegangssleutel werd niet aanvaard. Probeer het opnieuw.',
    needsScript:
      'Uw browser stuurde geen toegangssleutel, omdat JavaScript uitgeschakeld is. Gebruik een herstelcode.',
    codeTitle: 'Zonder uw toegangssleutel',
    code: 'Herstelcode',
    codeHint:
      'Een van de codes die u bewaarde toen u uw toegangssleutel toevoegde. Elke code werkt één keer.',
    codeMissing: 'Vul een herstelcode in.',
    codeWrong: 'Deze code klopt niet of werd al gebruikt.',
    useCode: 'Herstelcode gebruiken',
    lost: 'Geen toegangssleutel en geen code meer? De beheerder van deze dienst kan uw toegangssleutels verwijderen.',
    back: 'Met een ander account aanmelden',
  },
};
