/** Dutch texts of the consent page. */
import type { WithTexts } from '../../ui/texts/in-languages.ts';
import type { enConsent } from './en-consent.ts';

export const nlConsent: WithTexts<typeof enConsent> = {
  consent: {
    title: 'Mag {app} uw gegevens gebruiken?',
    asks: 'De app wil',
    alwaysIncluded: 'Altijd inbegrepen',
    mayUntick: 'Aangevinkt mag de app ook corrigeren, uitgevinkt mag ze alleen lezen.',
    returnsTo: 'Na uw antwoord keert u terug naar {host}.',
    unknownMaker:
      'Iedereen kan een app om het even welke naam geven. Geef alleen toegang als u de app daarnet zelf bent beginnen koppelen.',
    loopback: 'Na uw antwoord keert u terug naar een programma op deze computer, op {host}.',
    customScheme: 'Na uw antwoord keert u terug naar de app op dit toestel die “{host}”-links opent.',
    revocable: 'U kunt deze toegang op elk moment intrekken, in uw instellingen onder “Gekoppelde apps”.',
    allow: 'Toestaan',
    deny: 'Weigeren',
    notYou: 'Bent u dit niet?',
    useAnother: 'Een ander account gebruiken',
  },
};
