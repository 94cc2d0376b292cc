/** Dutch texts of the frame, the components and the messages of all pages. Dutch is written as in Belgium. */
import type { en } from './en.ts';
import type { WithTexts } from './in-languages.ts';
import { nlEffect } from './nl-effect.ts';
import { nlFileFaults } from './nl-file-faults.ts';
import { nlRules } from './nl-rules.ts';
import { nlWords } from './nl-words.ts';

export const nl: WithTexts<typeof en> = {
  product: 'Belgische cryptobelasting',

  skip: 'Naar de inhoud',

  signedInAs: 'Aangemeld als {email}',

  formReturned:
    'Dit stuurde u nadat uw sessie afgelopen was. Er werd niets van bewaard: kijk het na en verstuur het opnieuw.',

  footer:
    'Tijdstippen zijn in Belgische tijd. Elk cijfer van deze dienst is een indicatieve brutoberekening.',

  documentation: 'API-documentatie (in het Engels)',
  about: 'Over deze dienst',

  navigation: 'Hoofdmenu',

  signOut: 'Afmelden',

  sections: {
    year: 'Jaar',
    years: 'Jaren',
    inbox: 'Open vragen',
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
    reportChanged: {
      title: 'De cijfers zijn intussen veranderd',
      text: 'Terwijl het verslag werd opgemaakt, veranderde er een cijfer. Wacht tot de cijfers bijgewerkt zijn en open het dan opnieuw.',
    },
    reportTooLarge: {
      title: 'Te groot voor een werkmap',
      text: 'Dit verslag heeft meer rijen dan er in een werkmap passen. De CSV-bestanden bevatten dezelfde tabellen, zonder grens.',
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

  general: {
    errorTitle: 'Fout: {title}',
    faults: 'Gelieve deze punten te verbeteren:',
    cancel: 'Annuleren',
    none: 'Geen',
    never: 'Nog niet',
    always: 'Geen einddatum',
    optional: '(facultatief)',
    via: 'via {via}',
    recalculated: 'Uw cijfers zijn bijgewerkt.',
    recalculating: 'Uw cijfers worden herberekend. Laad de pagina straks opnieuw.',
    pro: 'Pro-formule',
    seePlans: 'De formules bekijken',
    unlock: 'Een jaar ontgrendelen',
    toConnect: 'Een assistent koppelen',
    lockedValue: 'Vergrendeld',
    addFile: 'Een bestand toevoegen',
    enterTransaction: 'Een ontbrekende transactie invoeren',
  },

  codeBlock: {
    copy: 'Kopiëren',
    copied: 'Gekopieerd.',
    notCopied: 'Geselecteerd: kopieer het met uw toetsenbord.',
    done: 'Klaar',
  },

  passwordField: { show: 'Tonen' },

  language: { title: 'Taal' },

  fileForm: {
    tooLarge: {
      title: 'Het bestand is te groot',
      text: 'Een bestand mag hoogstens 1 MiB groot zijn, en meerdere samen 2 MiB; er werd niets bewaard. Pak het in als .zip of .gz, of exporteer een kortere periode.',
    },
    back: 'Terug naar uw bestanden',
  },

  issueTypes: {
    UNMATCHED_TRANSFER_OUT: {
      title: 'Uitgaande overdracht zonder tegenhanger',
      effect: 'De eenheden tellen mogelijk als verkocht.',
    },
    UNMATCHED_TRANSFER_IN: {
      title: 'Inkomende overdracht zonder tegenhanger',
      effect: 'De eenheden tellen als gekocht tegen hun waarde bij aankomst.',
    },
    POSSIBLE_MIGRATION: {
      title: 'Verkoop die een migratie kan zijn',
      effect: 'Ze telt als een verkoop, hoewel het ene activum misschien het andere werd.',
    },
    TRANSFER_SURPLUS: {
      title: 'Er kwam meer aan dan er vertrok',
      effect: 'Het overschot telt als gekocht bij aankomst.',
    },
    REVIEW_TRANSFER: {
      title: 'Ongewone overdracht',
      effect: 'Als de koppeling fout is, ontbreekt een verkoop of een aankoop.',
    },
    MISSING_PRICE: {
      title: 'Waarde in euro onbekend',
      effect: 'Een aankoop en inkomsten tellen als 0; de meerwaarde van een verkoop telt niet mee.',
    },
    MISSING_PHOTO_VALUE: {
      title: 'Waarde op het einde van 2025 onbekend',
      effect: 'Meerwaarden worden gemeten vanaf de historische kostprijs.',
    },
    BALANCE_DIFFERS: {
      title: 'Saldo dat de transacties niet verklaren',
      effect: 'Er ontbreekt iets op de rekening vóór dat moment, of iets telt dubbel.',
    },
    REPORTED_DIFFERS: {
      title: 'Totaal van een beurs dat de transacties niet verklaren',
      effect: 'Er ontbreekt iets in het jaar, of iets telt dubbel of ergens anders.',
    },
    MISSING_COST_BASIS: {
      title: 'Er vertrok meer dan er was',
      effect: 'De ontbrekende eenheden tellen met kostprijs 0, dus is de meerwaarde hoger.',
    },
    GIFT_BASIS_UNKNOWN: {
      title: 'Kostprijs van een ontvangen gift onbekend',
      effect: 'De gift telt met kostprijs 0, dus is een latere meerwaarde hoger.',
    },
    UNCLASSIFIED: {
      title: 'Niet-geclassificeerde transactie',
      effect: 'Ze telt als een gewone van haar type.',
    },
    SUSPECTED_SPAM: { title: 'Vermoedelijk spam', effect: 'Ze telt niet mee.' },
    NEEDS_REVIEW: {
      title: 'Na te kijken transactie',
      effect: 'Type of behandeling is mogelijk fout.',
    },
    POSSIBLE_DUPLICATE: {
      title: 'Transacties die dubbel ingevoerd lijken',
      effect: 'Ze tellen allemaal mee, dus bezit, meerwaarden en inkomsten zijn mogelijk te hoog.',
    },
    ORPHANED_CORRECTION: {
      title: 'Correctie zonder transactie',
      effect: 'De correctie heeft nu geen gevolg.',
    },
    FROZEN_YEAR_DRIFT: {
      title: 'Nieuwe feiten voor een ingediend jaar',
      effect: 'De cijfers blijven zoals ze ingediend zijn.',
    },
  },

  effect: nlEffect,

  fileFault: {
    file: 'Het bestand {reason}',
    line: 'Regel {line}: {reason}',
    cell: 'Regel {line}, kolom {column}: {reason}',
    explained: '{reason}: {more}',
    next: '{before}; {after}',
    unknown: 'kan niet gelezen worden',
  },

  fileFaults: nlFileFaults,

  lawRules: nlRules,

  words: nlWords,
};
