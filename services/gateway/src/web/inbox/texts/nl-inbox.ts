import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enInbox } from './en-inbox.ts';

/** Dutch texts of the inbox. */
export const nlInbox: WithTexts<typeof enInbox> = {
  inbox: {
    titleOfYear: 'Open vragen van {year}',
    none: 'Er zijn geen open vragen. Uw cijfers steunen op alles wat gevraagd werd.',
    byQueue: 'Vragen per onderwerp',
    all: 'Alle',
    rules: 'Regels die voor u antwoorden',
    allYears: 'Vragen van alle jaren',
    nothingHere: 'Er zijn geen vragen over dit onderwerp.',
    whatToDo: 'Wat u kunt doen:',
    locked: 'Dit jaar is vergrendeld: effecten in euro worden niet getoond.',
    unlock: 'Ontgrendel het jaar',
    namesake: 'Misschien hetzelfde activum als {asset}, dat werd gekocht en nooit verkocht.',
    matchMissing:
      'Koppel {transfer} aan de andere kant. Is die er niet, voeg dan de rekening of het bestand toe met de ontbrekende aankopen.',
    thisTransfer: 'deze overdracht',
    lookAtFile:
      'Bekijk {file}: er zijn rijen van weggelaten, of de saldo’s tonen wat er in de rijen ontbreekt. Is dat het niet, voeg dan de rekening of het bestand toe met de ontbrekende aankopen.',
    thisFile: 'dit bestand',
    joinMatch:
      'De andere kant is al gekoppeld en in die koppeling ontbreekt dit bedrag: koppel ze aan elkaar en voeg ze bij die koppeling. Of zeg wat het was.',
    enterPrices: 'De prijzen van {asset} invullen',
    photoWithoutPrice: 'De prijs van {asset} eind 2025 ontbreekt.',
    submittedYear:
      'De cijfers zijn die welke ingediend werden; geen antwoord hier wijzigt ze. Wie de aangifte indiende, beslist of ze verbeterd wordt.',
    toYear: 'Bekijk {year}',
    balanceOfFile:
      'Het bestand {file} toont het tussen regel {from} en regel {to}: {difference} {asset} die geen rij verklaart.',
    balanceStated:
      '{account} had {stated} {asset}, en de transacties komen op {expected}: een verschil van {difference}.',
    toBalances: 'Saldi van de rekening',
    reportedUnits:
      '{platform} gaf {stated} {asset} op als “{kind}”, en uw transacties komen op {own}: een verschil van {difference}.',
    reportedEur:
      '{platform} gaf een andere waarde van {asset} op als “{kind}” dan uw transacties samen hebben.',
    toReported: 'Vergelijk {year} met {platform}',
    duplicate:
      '{count} transacties van het bestand “{file}” ({account}) lijken op transacties van {other}, van {from} tot {to}.',
    ofFile: '{account} uit het bestand “{file}”',
    removeFile: 'Het bestand verwijderen',
    areDifferent: 'Ze zijn verschillend',
    kept: 'Genoteerd: de transacties zijn verschillend.',
    impact: 'Met het voorgestelde antwoord verandert uw belasting met {amount}.',
    pages: 'Pagina’s met open vragen',
    previous: 'Vorige vragen',
    next: 'Meer vragen',
    queues: {
      TRANSFERS: 'Overdrachten',
      PRICES: 'Prijzen',
      COST_BASIS: 'Kostprijs',
      CLASSIFICATION: 'Indeling',
      CORRECTIONS: 'Correcties',
    },
    severities: {
      HIGH: 'Belangrijk',
      MEDIUM: 'Te doen',
      LOW: 'Klein',
    },
    actions: {
      MATCH_TRANSFER: 'Koppel ze aan de andere kant, of zeg wat het was.',
      REVIEW_TRANSFER:
        'Controleer beide kanten. Koppel ook andere overdrachten die erbij horen; maak de koppeling ongedaan als de kanten niet bij elkaar horen.',
      SET_EUR_VALUE: 'Vul de waarde in euro in.',
      IMPORT_PRICES: 'Vul de prijs van dit activum eind 2025 in.',
      ADD_DATA_SOURCE: 'Voeg de rekening of het bestand toe met de ontbrekende aankopen.',
      COMPARE_REPORTED:
        'Voeg het ontbrekende bestand van de beurs toe, of vergelijk haar lijst van transacties met de uwe.',
      SET_TREATMENT: 'Zeg wat het was: kies de behandeling.',
      IGNORE_EVENT: 'Negeer ze, of kies de behandeling als ze echt is.',
      REVIEW_EVENT: 'Controleer type en behandeling.',
      REMOVE_FILE:
        'Zijn het dezelfde transacties, verwijder dan een van de twee bestanden. Zeg anders dat ze verschillend zijn.',
      REMOVE_OVERRIDE: 'Verwijder de correctie als de transactie voorgoed weg is.',
      REVIEW_YEAR: 'Bekijk het jaar met de persoon die het indiende.',
    },
  },
};
