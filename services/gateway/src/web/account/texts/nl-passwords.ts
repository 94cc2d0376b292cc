/** Dutch texts of the pages of passwords and passkeys. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enPasswords } from './en-passwords.ts';

export const nlPasswords: WithTexts<typeof enPasswords> = {
  password: {
    title: 'Wachtwoord wijzigen',
    lead: 'Alle andere sessies eindigen zodra u het wijzigt. Tokens en apps behouden hun toegang.',
    none: 'U meldt zich aan met {label}, dus er is hier geen wachtwoord om te wijzigen.',
    noneAtAll: 'Dit account heeft geen wachtwoord.',
    current: 'Huidig wachtwoord',
    next: 'Nieuw wachtwoord',
    nextHint:
      'Minstens {min} tekens, liever {advised} of meer. Enkele woorden na elkaar zijn makkelijk te onthouden en moeilijk te raden.',
    again: 'Nieuw wachtwoord, nog eens',
    currentMissing: 'Vul uw huidige wachtwoord in.',
    currentWrong: 'Het huidige wachtwoord klopt niet.',
    nextMissing: 'Vul een nieuw wachtwoord in.',
    tooShort: 'Het nieuwe wachtwoord moet minstens {min} tekens tellen.',
    tooLong: 'Het nieuwe wachtwoord mag hoogstens {max} tekens tellen.',
    tooCommon:
      'Het nieuwe wachtwoord is makkelijk te raden: gewone woorden, namen, jaren en reeksen worden eerst geprobeerd. Kies drie of meer woorden die niet bij elkaar horen, of laat een wachtwoordbeheerder er een maken.',
    tooPersonal:
      'Het nieuwe wachtwoord is weinig meer dan uw e-mailadres of de naam van deze dienst. Kies iets wat niemand zou raden.',
    notAlike: 'De twee nieuwe wachtwoorden zijn niet gelijk.',
    tooMany: 'Te veel pogingen. Probeer het later opnieuw.',
    submit: 'Wachtwoord wijzigen',
    changed: 'Uw wachtwoord is gewijzigd, en alle andere sessies zijn beëindigd.',
    changedApps: 'Deze apps hebben nog toegang. Trek de toegang in van apps die u niet herkent.',
  },

  passkeys: {
    title: 'Toegangssleutels',
    lead: 'Met een toegangssleutel (passkey) heeft het aanmelden een tweede stap: na uw wachtwoord bevestigt uw toestel of beveiligingssleutel dat u het bent. Met een gestolen wachtwoord alleen kan dan niemand zich aanmelden.',
    noPassword: 'U meldt zich hier niet met een wachtwoord aan, dus er is geen tweede stap.',
    noName:
      'Hier kunnen geen toegangssleutels toegevoegd worden, omdat het adres van deze dienst een IP-adres is. Toegangssleutels werken alleen met een hostnaam, zoals localhost.',
    listTitle: 'Uw toegangssleutels',
    none: 'U hebt geen toegangssleutel.',
    name: 'Naam',
    nameHint: 'Waar u de toegangssleutel bewaart, bijvoorbeeld “laptop” of “sleutel aan mijn sleutelhanger”.',
    nameMissing: 'Vul een naam in.',
    created: 'Toegevoegd',
    lastUsed: 'Laatst gebruikt',
    action: 'Actie',
    newTitle: 'Een toegangssleutel toevoegen',
    add: 'Verder',
    makeTitle: 'De toegangssleutel “{name}” aanmaken',
    makeText:
      'Uw browser vraagt straks waar hij de toegangssleutel moet bewaren: op dit toestel, op een telefoon of op een beveiligingssleutel.',
    make: 'Toegangssleutel aanmaken',
    notMade: 'Er werd geen toegangssleutel aangemaakt. Probeer het opnieuw.',
    added: 'De toegangssleutel is toegevoegd.',
    addedFirst: 'De toegangssleutel is toegevoegd. Vanaf nu wordt hij bij het aanmelden gevraagd.',
    tooMany:
      'U hebt {max} toegangssleutels, en dat is het maximum. Verwijder er een die u niet meer gebruikt.',
    remove: 'Verwijderen',
    removeNamed: 'Toegangssleutel “{name}” verwijderen',
    removeTitle: 'De toegangssleutel “{name}” verwijderen?',
    removeText: 'U kunt zich er dan niet meer mee aanmelden.',
    removeLastText:
      'Dit is uw laatste toegangssleutel. Daarna meldt u zich met alleen uw wachtwoord aan, en uw herstelcodes werken niet meer.',
    removed: 'De toegangssleutel is verwijderd.',
    codesTitle: 'Herstelcodes',
    codesMeaning:
      'Bent u uw toegangssleutels kwijt, dan kunt u zich met elke code één keer aanmelden, na uw wachtwoord.',
    codesLeft: 'U hebt {count} ongebruikte codes.',
    codesNew: 'Dit zijn uw nieuwe codes. De vorige werken niet meer.',
    codesKeep:
      'Druk deze codes af of bewaar ze in een wachtwoordbeheerder, apart van uw toegangssleutels. Ze worden niet opnieuw getoond. Bent u uw toegangssleutels kwijt, dan werkt elke code één keer, na uw wachtwoord.',
    codesLabel: 'Uw herstelcodes',
    newCodes: 'Nieuwe codes aanmaken',
    newCodesTitle: 'Nieuwe herstelcodes aanmaken?',
    newCodesText: 'Uw vorige codes werken dan meteen niet meer.',
  },
};
