/** Dutch texts of the faults of a file, by code. A text continues "het bestand …", "regel 3 …" or "de cel …". */
import type { FileFaultCode } from '@ctx/domain/file-faults';

export const nlFileFaults: Readonly<Record<FileFaultCode, string>> = {
  TOO_LARGE: 'is groter dan {mebibytes} MiB: exporteer een kortere periode',
  TOO_SLOW: 'vraagt te veel tijd of geheugen om te lezen: exporteer een kortere periode',
  TOO_MANY_EVENTS: 'wordt meer dan {events} transacties: exporteer een kortere periode',
  EMPTY_FILE: 'is leeg: exporteer het opnieuw',
  NOT_TEXT: 'is geen tekstbestand: bewaar het als CSV in UTF-8',
  JSON_FILE:
    'is JSON: voeg de oorspronkelijke export van de beurs, de wallet of het programma toe, meestal een CSV-bestand',
  NOT_JSON: 'is geen JSON',
  JSON_TOO_DEEP: 'is dieper genest dan {levels} niveaus',
  JSON_REPEATED_NAME: 'heeft het veld {field} twee keer',
  CUT_INSIDE_CHARACTER: 'is midden in een teken afgebroken: exporteer het opnieuw',
  CUT_LAST_LINE:
    'heeft geen regeleinde op het einde, en de laatste regel is afgebroken: exporteer het opnieuw',
  CONNECTED_ACCOUNT:
    'hoort bij een gekoppelde rekening, die geen bestanden aanneemt: kies een andere rekening, of geef een naam voor een nieuwe',
  UNSTORABLE_ACCOUNT:
    'hoort bij een rekening waarvan de naam of referentie te lang is, of tekens heeft die niet bewaard kunnen worden',
  UNKNOWN_TIME_ZONE:
    'kan niet in deze tijdzone gelezen worden, want ze is niet bekend: geef er een zoals Europe/Brussels',

  DAMAGED_ARCHIVE: 'kan niet uitgepakt worden: het is misschien afgebroken of beschadigd',
  EMPTY_ARCHIVE: 'is een archief zonder bestanden',
  NESTED_ARCHIVE: 'bevat nog een archief: pak het eerst uit',
  LOCKED_ARCHIVE: 'is een archief met een wachtwoord: pak het eerst uit',
  OVERLAPPING_ARCHIVE:
    'is een archief waarvan de bestanden elkaar overlappen: pak het opnieuw in met een ander programma',
  FULL_ARCHIVE: 'is een archief van {files} bestanden, terwijl er hoogstens {max} mogen zijn: pak het uit',
  SEVERAL_FILES: 'is een archief van {files} bestanden: pak het uit, en voeg elk bestand apart toe',
  DAMAGED_WORKBOOK:
    'is een werkmap die niet gelezen kan worden: ze is misschien beschadigd; download ze opnieuw',
  FULL_WORKBOOK: 'is een werkmap met te veel cellen: exporteer een kortere periode',
  OTHER_DOCUMENT:
    'is een document dat niet gelezen wordt: kies CSV waar de site dat aanbiedt, of open het en bewaar het als CSV in UTF-8',
  SEVERAL_SHEETS:
    'is een werkmap met exports in meer dan één blad ({sheets}): bewaar elk blad als een eigen werkmap',
  SHEET_OF_CSV_FORMAT:
    'is een werkmap met {format} in het blad {sheet}, en daarvan wordt alleen CSV gelezen: een rekenblad verliest cijfers en seconden. Download de export als CSV',
  WORKBOOK_WITHOUT_SHEETS: 'is een werkmap zonder bladen',
  WORKBOOK_OF_SHEETS: 'is een werkmap met de bladen {sheets}',
  SAVE_AS_CSV:
    'kies voor een andere export CSV waar de site dat aanbiedt, of open de werkmap en bewaar het blad als CSV in UTF-8',

  UNKNOWN_HEADER: 'heeft geen kopregel van een bekend formaat',
  COLUMNS_FOUND: 'de kolommen in regel {line} zijn {columns}',
  NEAREST_FORMAT: 'het dichtst komt {format}, in regel {line}; daarvoor ontbreken {missing}',
  NEAREST_FORMAT_IN_SHEET:
    'het dichtst komt {format}, in regel {line} van het blad {sheet}; daarvoor ontbreken {missing}',
  OTHER_FORMAT:
    'kijk in de lijst van formaten, zet de taal van de site op Engels vóór u exporteert, of beschrijf de kolommen in een bestand met kolommen',
  DUTCH_COLUMNS: 'de kolommen zijn in het Nederlands',
  FRENCH_COLUMNS: 'de kolommen zijn in het Frans',
  GERMAN_COLUMNS: 'de kolommen zijn in het Duits',
  COLUMNS_OF_FORMATS: 'zulke kolommen staan in exports van {formats}',
  EXPORT_IN_ENGLISH: 'zet de taal van de site op Engels en exporteer het opnieuw',
  UNKNOWN_FORMAT: 'heeft geen formaat {format}: bekend zijn {formats}',
  ZONE_NEEDED: 'is van {format}, dat tijden zonder tijdzone schrijft: geef de tijdzone op',
  NO_ZONE: 'vermeldt zijn tijdzone niet, noch in de kolommen noch in de naam: geef de tijdzone op',
  NO_ZONE_IN_COLUMN: 'heeft geen tijdzone in de naam van de kolom {column}: exporteer het opnieuw',
  NO_CURRENCY_OF_AMOUNTS:
    'vermeldt niet in welke munt de bedragen zijn: gebruik het bestand zoals het gedownload werd',
  OTHER_LANGUAGE:
    'is in een taal die niet gelezen wordt: zet de taal van de website op Engels, en exporteer opnieuw',
  MONTH_FIRST: 'schrijft de maand vóór de dag: exporteer opnieuw met de datumnotatie DD-MM-YY',
  OLD_BITPANDA:
    'is een oude export van Bitpanda. Exporteer op de website de geschiedenis opnieuw: ze bevat de hele periode',
  BITPANDA_PRO:
    'is een export van transacties van Bitpanda Pro (One Trading), die niet gelezen wordt: beschrijf de kolommen in een bestand met kolommen',
  REVOLUT_STATEMENT:
    'is een rekeningafschrift van Revolut, dat niet zegt wat voor hoeveel gekocht werd. Neem in de app, ingesteld op Engels, het afschrift onder Crypto',
  OLD_NEXO: 'is een oude export van Nexo. Exporteer op de website de hele periode opnieuw',
  OLD_BITSTAMP:
    'is een oude export van Bitstamp, waarvan de tijden geen seconden hebben. Exporteer op de website dezelfde periode opnieuw als CSV (RFC 4180)',
  OLD_KUCOIN_TRADES:
    'is een oude export van transacties van KuCoin, die zijn tijdzone niet vermeldt. Neem op de website de bundel onder Download Center voor dezelfde periode, en voeg de bestanden van uitgevoerde orders toe',
  OLD_KUCOIN_TRANSFERS:
    'is een oude export van stortingen en opnames van KuCoin, die zijn tijdzone niet vermeldt. Neem op de website de bundel onder Download Center voor dezelfde periode, en voeg de bestanden van beide toe',
  KUCOIN_HISTORY:
    'is de rekeninggeschiedenis van KuCoin, die andere bestanden herhaalt. Neem op de website de bundel onder Download Center voor dezelfde periode, en voeg de bestanden van uitgevoerde orders, stortingen, opnames, omzettingen en opbrengsten toe',

  NO_MAPPING: 'is geen bestand met kolommen',
  MAPPING_FIELD_MISSING: '{field} ontbreekt',
  MAPPING_FIELD_UNKNOWN: '{field} is geen veld van een bestand met kolommen',
  MAPPING_VALUE: '{field} moet een van deze waarden zijn: {values}',
  MAPPING_TYPE: '{field} heeft daar niet het juiste soort waarde of de juiste lengte',
  MAPPING_AMOUNTS: 'geef ofwel sentAmount en receivedAmount, ofwel amount',
  MAPPING_TYPE_TWICE: 'types heeft {type} twee keer',

  OPEN_END:
    'is misschien afgebroken, want het bestand heeft geen regeleinde op het einde: voeg er een toe als de regel volledig is',
  HEADER_AGAIN: 'is nog eens een kopregel: misschien zijn twee exports aan elkaar geplakt',
  CELL_COUNT: 'heeft {cells} cellen, en de kopregel {columns}',
  CELL_COUNT_OF_LINES:
    'heeft {cells} cellen, en de kopregel {columns}, en beslaat {lines} regels: misschien is een aanhalingsteken niet gesloten',
  OPEN_QUOTE: 'heeft een aanhalingsteken dat nooit gesloten wordt: het bestand is misschien afgebroken',
  LONG_LINE:
    'heeft een regel van meer dan {characters} tekens: misschien is een aanhalingsteken niet gesloten',
  LONG_ROW: 'heeft een rij van meer dan {characters} tekens',
  ONE_SIDE_ZERO: 'heeft een bedrag van 0 aan één kant van de ruil',
  UNREADABLE_NEIGHBOUR: 'hoort bij regel {line}, die niet gelezen kan worden',
  UNSTORABLE_ROW: 'kan niet bewaard worden: ze heeft de sleutel van een andere regel met een andere inhoud',
  UNSTORABLE_AMOUNT:
    'heeft een bedrag dat groter dan 0 moet zijn, met hoogstens 18 cijfers vóór en 24 na de komma',
  UNSTORABLE_VALUE:
    'heeft een waarde in euro die 0 of groter moet zijn, met hoogstens 18 cijfers vóór en 12 na de komma',
  UNSTORABLE_TIME: 'heeft een tijd die tussen 2009 en 2100 moet liggen',
  UNSTORABLE_TEXT: 'heeft een tekst die te lang is, of tekens die niet bewaard kunnen worden ({field})',

  EMPTY_CELL: 'is leeg',
  OPEN_CELL: 'is misschien afgebroken, want het bestand heeft geen regeleinde op het einde',
  SHORTENED_NUMBER:
    'is een getal dat een rekenblad heeft ingekort: gebruik het bestand zoals het gedownload werd',
  NOT_NUMBER: 'is geen getal',
  TOO_MANY_DIGITS: 'heeft meer dan {integer} cijfers vóór of {fraction} na de komma',
  NOT_TIME: 'is geen tijd zoals dit formaat ze schrijft',
  NOT_UNIX_TIME: 'is geen tijd in seconden sinds 1970',
  SKIPPED_TIME: 'is een tijd die de klok van {zone} heeft overgeslagen',
  REPEATED_TIME: 'ligt in het uur dat de klok van {zone} twee keer aanwees',
  UNKNOWN_ZONE: 'is in een tijdzone die niet bekend is: {zone}',
  TIME_WITHOUT_SECONDS:
    'is een tijd zonder seconden, zoals een rekenblad ze schrijft: gebruik het bestand zoals het gedownload werd',
  AMBIGUOUS_DATE:
    'is een datum waarvan dag en maand niet te onderscheiden zijn: kies in de instellingen van CoinTracking datums met punten, en exporteer opnieuw',
  NOT_SYMBOL: 'is niet het symbool van een activum',
  NOT_AMOUNT_WITH_SYMBOL: 'is geen bedrag met zijn symbool',
  NOT_ASSET_WITH_CURRENCY: 'is geen activum met zijn munt, zoals BTC/USD',
  NOT_PAIR: 'is geen paar zoals {example}',
  UNKNOWN_PAIR: 'is geen paar dat hier bekend is',
  UNKNOWN_MARKET: 'is geen markt die hier bekend is',
  UNKNOWN_SIDE: 'moet {buy} of {sell} zijn',
  NO_CURRENCY: 'vermeldt zijn munt niet',
  FEE_ABOVE_AMOUNT: 'is groter dan het bedrag waar het deel van is',
  NOT_SMALLEST_UNITS: 'is geen geheel aantal van de kleinste eenheid',
  NOT_DECIMALS: 'moet een getal van 0 tot {max} zijn',
  NOT_SOLANA_ADDRESS: 'is geen adres op Solana',
  NOTHING_RECEIVED: 'zegt niet wat er ontvangen werd',
  NO_AMOUNT_RECEIVED: 'zegt niet hoeveel er ontvangen werd',

  NO_PRICE_FILE:
    'is geen bestand met koersen: de eerste regel moet de kolommen asset, date en eur noemen, of die van de koersen van de ECB, van candles of van een site met koersen zijn',
  NO_ECB_FILE: 'is geen bestand met de referentiekoersen van de ECB',
  TOO_MANY_PRICES: 'heeft meer dan {prices} koersen: kies er een met minder dagen of activa',
  PRICES_OF_NO_CURRENCY: 'zegt niet in welke munt de koersen zijn: kies een bestand in euro',
  PRICES_IN_OTHER_CURRENCY: 'heeft koersen in {currency}, niet in {wanted}',
  PRICES_NOT_IN_EUR: 'heeft koersen in {currency}: kies een bestand in euro',
  PRICES_WITHOUT_RATES:
    'heeft koersen in {currency}, waarvoor de ECB geen koers heeft: kies een bestand in euro',
  PRICES_OF_NO_ASSET: 'zegt niet van welk activum de koersen zijn: voeg het toe op de pagina van dat activum',
  PRICES_OF_OTHER_ASSET: 'heeft koersen van {asset}, niet van {wanted}',
  PRICES_NAME_ASSETS: 'noemt het activum van elke koers zelf',
  PRICES_WITH_TIMES: 'heeft zelf al tijden',
  PRICES_WITHOUT_HEADER:
    'heeft geen kopregel, dus moet de naam die van het archief van Kraken zijn, zoals XBTEUR_1440.csv',
  UNKNOWN_CANDLES: 'heeft candles van een onbekende lengte: kies minuten, uren of dagen, en meer dan één',
  NOT_OF_DAYS: 'is er geen van dagen: kies het interval van een dag, en meer dan één dag',
  NOT_START_OF_CANDLE: 'is niet het begin van een candle van {minutes} minuten',
  PAIR_NOT_KNOWN: 'heeft een onbekend paar, {pair}',
  OTHER_PAIR: 'is een ander paar dan in de rijen ervoor: één paar per bestand',
  OTHER_CURRENCY: 'is niet {currency}, zoals in de rijen ervoor: één munt per bestand',
  PRICE_MISSING: 'ontbreekt',
  PRICE_WITHOUT_DATE: 'heeft geen datum: voeg een kolom date toe',
  NOT_DATE: 'is geen datum',
  NEGATIVE_PRICE: 'is kleiner dan 0',
  RATE_NOT_ABOVE_ZERO: 'is niet groter dan 0',
  DAY_WITHOUT_RATE: 'is van {day}, een dag zonder koers van de ECB: kies een bestand in euro',
};
