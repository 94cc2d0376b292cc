/** Dutch texts of the files that a person adds and removes. */
import type { enFiles } from './en-files.ts';
import type { WithTexts } from './in-languages.ts';

export const nlFiles: WithTexts<typeof enFiles> = {
  files: {
    title: 'Bestanden',
    lead: 'Voeg de bestanden toe die u van beurzen, wallets en belastingprogramma’s gedownload hebt. U ziet wat er in een bestand staat voordat er iets bewaard wordt.',
    addTitle: 'Een bestand toevoegen',
    file: 'Bestand',
    fileHint:
      'Hoogstens 1 MiB: CSV zoals het gedownload werd, ook ingepakt als .gz of .zip. Een bestand dat een rekenblad bewaard heeft, is cijfers kwijtgeraakt.',
    format: 'Formaat',
    recognise: 'Herkennen aan de namen van de kolommen',
    account: 'Rekening',
    ofPlatform: 'De rekening van het platform',
    newAccount: 'Naam van een nieuwe rekening',
    newAccountHint:
      'Twee rekeningen bij één platform hebben twee namen nodig. Een naam telt in plaats van de keuze hierboven.',
    timeZone: 'Tijdzone',
    timeZoneHint: 'Zoals Europe/Brussels, voor een bestand dat ze niet vermeldt.',
    show: 'Tonen wat erin staat',
    missing: 'Kies een bestand.',
    nameTooLong: 'De naam van een rekening heeft hoogstens {max} tekens.',
    rejected: 'Het bestand “{name}” werd niet gelezen, en er werd niets bewaard.',
    faultFile: 'Het bestand: {reason}',
    faultLine: 'Regel {line}: {reason}',
    faultCell: 'Regel {line}, kolom {column}: {reason}',
    running: {
      title: 'Er wordt al een andere wijziging van uw gegevens uitgevoerd',
      text: 'Er werd niets gewijzigd. Wacht even, en probeer het dan opnieuw.',
    },
    tooLarge: {
      title: 'Het bestand is te groot',
      text: 'Een bestand mag hoogstens 1 MiB groot zijn, en er werd niets bewaard. Pak het in als .zip of .gz, of exporteer een kortere periode.',
    },
    back: 'Terug naar uw bestanden',

    checkTitle: '“{name}” toevoegen?',
    checkLead: 'Er is nog niets bewaard. Vergelijk dit met wat u van de rekening weet.',
    lockedYears:
      'Een vergrendeld jaar dat al grenzen toont, houdt die tot het betaald is. Zijn transacties worden bewaard, en latere jaren gebruiken ze.',
    rows: 'Rijen',
    events: 'Transacties',
    period: 'Periode',
    periodText: '{from} tot {to}',
    transfers: 'Stortingen en opnames om te koppelen',
    withoutValue: 'Zonder waarde in euro',
    withoutValueMeaning: 'Hun waarde komt van koersen, of uw postvak vraagt ernaar.',
    byType: 'Transacties per type',
    byAsset: 'Transacties per activum',
    type: 'Type',
    asset: 'Activum',
    count: 'Aantal',
    moreAssets: 'en {count} andere activa',
    leftOut: 'Rijen die weggelaten worden',
    noneLeftOut: 'Elke rij wordt een transactie.',
    inFile: 'In het bestand',
    why: 'Waarom de rij weggelaten wordt',
    lines: 'Eerste regels',
    toCheck: 'na te kijken',
    toCheckMeaning:
      'Een rij met “na te kijken” kan uw cijfers veranderen. Voer ze zelf in waar u ze nodig hebt.',
    noEvents: 'Het bestand heeft geen transacties om toe te voegen.',
    add: '{count} transacties toevoegen',

    listTitle: 'Uw bestanden',
    none: 'Er zijn nog geen bestanden.',
    name: 'Naam',
    added: 'Toegevoegd',
    how: 'Hoe',
    action: 'Actie',
    remove: 'Verwijderen',
    removeNamed: '{name} verwijderen',

    resultTitle: 'Het bestand “{name}”',
    result: '{added} transacties zijn nieuw, {changed} zijn gewijzigd, {unchanged} waren er al.',
    next: 'Wat u nu kunt doen',
    toInbox: 'Beantwoord de vragen in uw postvak',
    toYear: 'Bekijk het jaar {year}',
    toYears: 'Bekijk alle jaren',
    toTransactions: 'Bekijk uw transacties',

    removeTitle: '“{name}” verwijderen?',
    removeText:
      'De transacties van het bestand verdwijnen, behalve die welke ook in een ander bestand staan. Correcties van een transactie die verdwijnt, blijven bewaard, en uw postvak toont ze.',
    leaving: 'Transacties die verdwijnen',
    staying: 'Transacties die blijven',
    confirmRemove: 'Dit bestand verwijderen',
    removed: 'Het bestand is verwijderd.',
  },

  leftOutReasons: {
    MONEY: 'verplaatst of wisselt alleen geld',
    INTERNAL: 'verplaatst tussen saldi van hetzelfde platform',
    NOT_DONE: 'is mislukt, geannuleerd of nog niet uitgevoerd',
    UNDONE: 'werd door een andere rij ongedaan gemaakt',
    TWIN: 'herhaalt een andere rij',
    ZERO: 'heeft een bedrag van 0',
    NOT_CRYPTO: 'gaat over een ander soort activum',
    DERIVATIVES: 'is het resultaat van een positie met marge of futures',
    HALF_TRADE:
      'is de helft van een ruil waarvan de andere helft niet in het bestand staat: exporteer alle activa en de hele periode',
    UNKNOWN_TYPE: 'heeft een type dat hier niet bekend is',
  },
};
