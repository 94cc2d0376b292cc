/** Dutch texts of the pages, as Dutch is used in Belgium. */
import type { en } from './en.ts';
import type { WithTexts } from './in-languages.ts';

export const nl: WithTexts<typeof en> = {
  product: 'Belgische cryptobelasting',
  skip: 'Naar de inhoud',
  signedInAs: 'Aangemeld als {email}',
  footer:
    'Tijdstippen zijn in Belgische tijd. Elk cijfer van deze dienst is een indicatieve brutoberekening.',
  documentation: 'API-documentatie',
  navigation: 'Hoofdmenu',
  signOut: 'Afmelden',
  sections: {
    year: 'Jaar',
    years: 'Jaren',
    inbox: 'Postvak',
    transactions: 'Transacties',
    portfolio: 'Portefeuille',
    log: 'Logboek',
    settings: 'Instellingen',
  },
  settingsNavigation: 'Instellingen',
  settingsSections: {
    overview: 'Overzicht',
    files: 'Bestanden',
    tokens: 'Tokens',
    apps: 'Apps',
    connect: 'Koppelen',
  },

  scopes: {
    read: 'Lezen',
    readMeaning: 'Uw jaren, transacties, loten, meerwaarden, inkomsten en openstaande vragen bekijken.',
    nothingElse: 'Er kan niets gewijzigd worden.',
    write: 'Corrigeren',
    writeMeaning:
      'Wijzigen hoe transacties ingedeeld en gewaardeerd worden, regels instellen en overdrachten koppelen. Uw cijfers worden telkens herberekend.',
    readOnly: 'Alleen lezen',
    readAndWrite: 'Lezen en corrigeren',
  },

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

  messages: {
    backToSettings: 'Naar uw instellingen',
    requestExpired: {
      title: 'Dit verzoek is verlopen',
      text: 'Het heeft te lang op uw antwoord gewacht. Begin opnieuw met koppelen vanuit de app.',
    },
    requestAnswered: {
      title: 'Dit verzoek is al beantwoord',
      text: 'Keer terug naar de app. Is ze niet gekoppeld, begin dan daar opnieuw met koppelen.',
    },
    tooManyApps: {
      title: 'U hebt het maximale aantal gekoppelde apps bereikt',
      text: '{max} apps hebben toegang tot uw gegevens. Trek in uw instellingen, onder “Gekoppelde apps”, de toegang in van een app die u niet meer gebruikt. Ga daarna terug en sta deze toe.',
    },
    requestInvalid: {
      title: 'Het verzoek van de app is ongeldig',
      text: 'Er werd niets gekoppeld. Bezorg deze melding aan de maker van de app: {reason}',
    },
    tooManyRequests: {
      title: 'Te veel aanvragen',
      text: 'Te veel mensen op uw netwerk koppelen op dit moment een app. Probeer het over een minuut opnieuw.',
    },
    requestHeldBack: {
      title: 'Het verzoek van de app is ongeldig',
      text: 'Er werd niets gekoppeld: {reason}. De app stuurde u hierheen en wil u naar {host} brengen. Ga daar alleen heen als u dat adres kent.',
    },
    backToApp: 'Naar {host}',
    proRequired: {
      title: 'Voor uw cijfers hebt u de Pro-formule nodig',
      text: 'Met de Pro-formule ziet u hier uw jaren, transacties en openstaande vragen.',
    },
    yearLocked: {
      title: 'Dit jaar is vergrendeld',
      text: 'U ziet de exacte cijfers van een vergrendeld jaar zodra het betaald is.',
    },
    tooManyPages: {
      title: 'Te veel pagina’s',
      text: 'U hebt meer dan {max} pagina’s in een minuut geopend. Probeer het over {seconds} seconden opnieuw.',
    },
    notFound: { title: 'Pagina niet gevonden', text: 'Deze pagina bestaat niet, of niet meer.' },
    methodNotAllowed: {
      title: 'Dat kan hier niet',
      text: 'Deze pagina kan niet op deze manier gebruikt worden.',
    },
    formInvalid: {
      title: 'Dit formulier kan niet gelezen worden',
      text: 'Ga terug, laad de pagina opnieuw en probeer nog eens.',
    },
    formStale: {
      title: 'Dit formulier is niet meer geldig',
      text: 'Het werd in een andere sessie geopend, of cookies zijn uitgeschakeld. Er werd niets gewijzigd. Ga terug, laad de pagina opnieuw en probeer nog eens.',
    },
    formTooLarge: { title: 'Dit formulier is te groot', text: 'Er werd niets gewijzigd.' },
    documentsBusy: {
      title: 'Er wordt al een document gemaakt',
      text: 'Wacht tot het volledig is en open dan dit document.',
    },
    unavailable: {
      title: 'Even niet beschikbaar',
      text: 'Een deel van de dienst is onbereikbaar. Er gaat niets verloren; probeer het zo dadelijk opnieuw.',
    },
    failed: {
      title: 'Er ging iets mis',
      text: 'De fout ligt bij ons. Gebeurt het opnieuw, geef ons dan dit nummer door: {requestId}',
    },
  },
};
