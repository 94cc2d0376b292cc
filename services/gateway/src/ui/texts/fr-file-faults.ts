/** French texts of the faults of a file, by code. A text continues "le fichier …", "la ligne 3 …" or "la cellule …". */
import type { FileFaultCode } from '@ctx/domain/file-faults';

export const frFileFaults: Readonly<Record<FileFaultCode, string>> = {
  TOO_LARGE: 'dépasse {mebibytes} Mio : exportez une période plus courte',
  TOO_SLOW: 'demande trop de temps ou de mémoire pour être lu : exportez une période plus courte',
  TOO_MANY_EVENTS: 'donne plus de {events} transactions : exportez une période plus courte',
  EMPTY_FILE: 'est vide : exportez-le de nouveau',
  NOT_TEXT: 'n’est pas un fichier texte : enregistrez-le en CSV, en UTF-8',
  JSON_FILE:
    'est du JSON : ajoutez l’export d’origine de la plateforme, du portefeuille ou du programme, en général un fichier CSV',
  NOT_JSON: 'n’est pas du JSON',
  JSON_TOO_DEEP: 'est imbriqué sur plus de {levels} niveaux',
  JSON_REPEATED_NAME: 'a deux fois le champ {field}',
  CUT_INSIDE_CHARACTER: 's’interrompt au milieu d’un caractère : exportez-le de nouveau',
  CUT_LAST_LINE:
    'n’a pas de saut de ligne à la fin, et sa dernière ligne est interrompue : exportez-le de nouveau',
  CONNECTED_ACCOUNT:
    'appartient à un compte connecté, qui ne reçoit pas de fichiers : choisissez un autre compte, ou donnez un nom à un nouveau compte',
  UNSTORABLE_ACCOUNT:
    'appartient à un compte dont le nom ou la référence est trop long, ou contient des caractères qui ne peuvent pas être conservés',
  UNKNOWN_TIME_ZONE:
    'ne peut pas être lu dans ce fuseau horaire, qui n’est pas connu : indiquez-en un comme Europe/Brussels',

  DAMAGED_ARCHIVE: 'ne peut pas être décompressé : il est peut-être interrompu ou abîmé',
  EMPTY_ARCHIVE: 'est une archive sans fichiers',
  NESTED_ARCHIVE: 'contient une autre archive : décompressez-la d’abord',
  LOCKED_ARCHIVE: 'est une archive avec un mot de passe : décompressez-la d’abord',
  OVERLAPPING_ARCHIVE:
    'est une archive dont les fichiers se chevauchent : recréez-la avec un autre programme',
  FULL_ARCHIVE: 'est une archive de {files} fichiers, pour {max} au plus : décompressez-la',
  SEVERAL_FILES:
    'est une archive de {files} fichiers : décompressez-la, et ajoutez chaque fichier séparément',
  DAMAGED_WORKBOOK:
    'est un classeur qui ne peut pas être lu : il est peut-être abîmé ; téléchargez-le de nouveau',
  FULL_WORKBOOK: 'est un classeur avec trop de cellules : exportez une période plus courte',
  OTHER_DOCUMENT:
    'est un document qui n’est pas lu : choisissez CSV là où le site le propose, ou ouvrez-le et enregistrez-le en CSV, en UTF-8',
  SEVERAL_SHEETS:
    'est un classeur avec des exports dans plusieurs feuilles ({sheets}) : enregistrez chacune dans son propre classeur',
  SHEET_OF_CSV_FORMAT:
    'est un classeur avec {format} dans la feuille {sheet}, dont seul le CSV est lu : un tableur perd des chiffres et des secondes. Téléchargez l’export en CSV',
  WORKBOOK_WITHOUT_SHEETS: 'est un classeur sans feuilles',
  WORKBOOK_OF_SHEETS: 'est un classeur avec les feuilles {sheets}',
  SAVE_AS_CSV:
    'pour un autre export, choisissez CSV là où le site le propose, ou ouvrez le classeur et enregistrez la feuille en CSV, en UTF-8',

  UNKNOWN_HEADER: 'n’a pas d’en-tête d’un format connu',
  COLUMNS_FOUND: 'les colonnes de la ligne {line} sont {columns}',
  NEAREST_FORMAT: 'le plus proche est {format}, à la ligne {line} ; il y manque {missing}',
  NEAREST_FORMAT_IN_SHEET:
    'le plus proche est {format}, à la ligne {line} de la feuille {sheet} ; il y manque {missing}',
  OTHER_FORMAT:
    'consultez la liste des formats, mettez le site en anglais avant l’export, ou décrivez ses colonnes dans un fichier de colonnes',
  DUTCH_COLUMNS: 'ses colonnes sont en néerlandais',
  FRENCH_COLUMNS: 'ses colonnes sont en français',
  GERMAN_COLUMNS: 'ses colonnes sont en allemand',
  COLUMNS_OF_FORMATS: 'de telles colonnes se trouvent dans les exports de {formats}',
  EXPORT_IN_ENGLISH: 'mettez le site en anglais et exportez-le de nouveau',
  UNKNOWN_FORMAT: 'n’a pas de format {format} : sont connus {formats}',
  ZONE_NEEDED: 'est de {format}, qui écrit les heures sans fuseau horaire : indiquez le fuseau',
  NO_ZONE: 'n’indique pas son fuseau horaire, ni dans ses colonnes ni dans son nom : indiquez le fuseau',
  NO_ZONE_IN_COLUMN: 'n’a pas de fuseau horaire dans le nom de sa colonne {column} : exportez-le de nouveau',
  NO_CURRENCY_OF_AMOUNTS:
    'n’indique pas la devise de ses montants : utilisez le fichier tel qu’il a été téléchargé',
  OTHER_LANGUAGE: 'est dans une langue qui n’est pas lue : mettez le site en anglais, et exportez de nouveau',
  MONTH_FIRST: 'écrit le mois avant le jour : exportez de nouveau avec le format de date DD-MM-YY',
  OLD_BITPANDA:
    'est un ancien export de Bitpanda. Sur le site, exportez de nouveau l’historique : il couvre toute la période',
  BITPANDA_PRO:
    'est un export de transactions de Bitpanda Pro (One Trading), qui n’est pas lu : décrivez ses colonnes dans un fichier de colonnes',
  REVOLUT_STATEMENT:
    'est un relevé de compte de Revolut, qui ne dit pas ce qui a été acheté ni pour combien. Dans l’application, mise en anglais, prenez le relevé sous Crypto',
  OLD_NEXO: 'est un ancien export de Nexo. Sur le site, exportez de nouveau toute la période',
  OLD_BITSTAMP:
    'est un ancien export de Bitstamp, dont les heures n’ont pas de secondes. Sur le site, exportez de nouveau la même période en CSV (RFC 4180)',
  OLD_KUCOIN_TRADES:
    'est un ancien export de transactions de KuCoin, qui n’indique pas son fuseau horaire. Sur le site, prenez le lot sous Download Center pour la même période, et ajoutez ses fichiers d’ordres exécutés',
  OLD_KUCOIN_TRANSFERS:
    'est un ancien export de dépôts et de retraits de KuCoin, qui n’indique pas son fuseau horaire. Sur le site, prenez le lot sous Download Center pour la même période, et ajoutez ses fichiers des deux',
  KUCOIN_HISTORY:
    'est l’historique du compte de KuCoin, qui répète d’autres fichiers. Sur le site, prenez le lot sous Download Center pour la même période, et ajoutez ses fichiers d’ordres exécutés, de dépôts, de retraits, de conversions et de revenus',

  NO_MAPPING: 'n’est pas un fichier de colonnes',
  MAPPING_FIELD_MISSING: '{field} manque',
  MAPPING_FIELD_UNKNOWN: '{field} n’est pas un champ d’un fichier de colonnes',
  MAPPING_VALUE: '{field} doit être l’une de ces valeurs : {values}',
  MAPPING_TYPE: '{field} n’a pas la sorte de valeur ou la longueur attendue',
  MAPPING_AMOUNTS: 'donnez soit sentAmount et receivedAmount, soit amount',
  MAPPING_TYPE_TWICE: 'types a deux fois {type}',

  OPEN_END:
    'est peut-être interrompue, car le fichier n’a pas de saut de ligne à la fin : ajoutez-en un si la ligne est complète',
  HEADER_AGAIN: 'est encore un en-tête : deux exports ont peut-être été collés ensemble',
  CELL_COUNT: 'a {cells} cellules, et l’en-tête {columns}',
  CELL_COUNT_OF_LINES:
    'a {cells} cellules, et l’en-tête {columns}, et couvre {lines} lignes : un guillemet n’est peut-être pas fermé',
  OPEN_QUOTE: 'a un guillemet qui n’est jamais fermé : le fichier est peut-être interrompu',
  LONG_LINE: 'a une ligne de plus de {characters} caractères : un guillemet n’est peut-être pas fermé',
  LONG_ROW: 'a une ligne de plus de {characters} caractères',
  ONE_SIDE_ZERO: 'a un montant de 0 d’un côté de l’échange',
  UNREADABLE_NEIGHBOUR: 'va avec la ligne {line}, qui ne peut pas être lue',
  UNSTORABLE_ROW: 'ne peut pas être conservée : elle a la clé d’une autre ligne avec un autre contenu',
  UNSTORABLE_AMOUNT:
    'a un montant qui doit être supérieur à 0, avec au plus 18 chiffres avant et 24 après la virgule',
  UNSTORABLE_VALUE:
    'a une valeur en euros qui doit être égale ou supérieure à 0, avec au plus 18 chiffres avant et 12 après la virgule',
  UNSTORABLE_TIME: 'a une date qui doit se situer entre 2009 et 2100',
  UNSTORABLE_TEXT: 'a un texte trop long, ou des caractères qui ne peuvent pas être conservés ({field})',

  EMPTY_CELL: 'est vide',
  OPEN_CELL: 'est peut-être interrompue, car le fichier n’a pas de saut de ligne à la fin',
  SHORTENED_NUMBER:
    'est un nombre qu’un tableur a raccourci : utilisez le fichier tel qu’il a été téléchargé',
  NOT_NUMBER: 'n’est pas un nombre',
  TOO_MANY_DIGITS: 'a plus de {integer} chiffres avant ou {fraction} après la virgule',
  NOT_TIME: 'n’est pas une date et une heure comme ce format les écrit',
  NOT_UNIX_TIME: 'n’est pas un temps en secondes depuis 1970',
  SKIPPED_TIME: 'est une heure que les horloges de {zone} ont sautée',
  REPEATED_TIME: 'est dans l’heure que les horloges de {zone} ont indiquée deux fois',
  UNKNOWN_ZONE: 'est dans un fuseau horaire qui n’est pas connu : {zone}',
  TIME_WITHOUT_SECONDS:
    'est une heure sans secondes, comme un tableur l’écrit : utilisez le fichier tel qu’il a été téléchargé',
  AMBIGUOUS_DATE:
    'est une date dont le jour et le mois ne se distinguent pas : choisissez des dates avec des points dans les réglages de CoinTracking, et exportez de nouveau',
  NOT_SYMBOL: 'n’est pas le symbole d’un actif',
  NOT_AMOUNT_WITH_SYMBOL: 'n’est pas un montant avec son symbole',
  NOT_ASSET_WITH_CURRENCY: 'n’est pas un actif avec sa devise, comme BTC/USD',
  NOT_PAIR: 'n’est pas une paire comme {example}',
  UNKNOWN_PAIR: 'n’est pas une paire connue ici',
  UNKNOWN_MARKET: 'n’est pas un marché connu ici',
  UNKNOWN_SIDE: 'doit être {buy} ou {sell}',
  NO_CURRENCY: 'n’indique pas sa devise',
  FEE_ABOVE_AMOUNT: 'est supérieur au montant dont il fait partie',
  NOT_SMALLEST_UNITS: 'n’est pas un nombre entier de la plus petite unité',
  NOT_DECIMALS: 'doit être un nombre de 0 à {max}',
  NOT_SOLANA_ADDRESS: 'n’est pas une adresse sur Solana',
  NOTHING_RECEIVED: 'ne dit pas ce qui a été reçu',
  NO_AMOUNT_RECEIVED: 'ne dit pas combien a été reçu',

  NO_PRICE_FILE:
    'n’est pas un fichier de prix : sa première ligne doit nommer les colonnes asset, date et eur, ou être celle des taux de la BCE, de chandeliers ou d’un site de prix',
  NO_ECB_FILE: 'n’est pas un fichier des taux de référence de la BCE',
  TOO_MANY_PRICES: 'a plus de {prices} prix : choisissez-en un avec moins de jours ou d’actifs',
  PRICES_OF_NO_CURRENCY: 'n’indique pas dans quelle devise sont ses prix : choisissez un fichier en euros',
  PRICES_IN_OTHER_CURRENCY: 'a des prix en {currency}, et non en {wanted}',
  PRICES_NOT_IN_EUR: 'a des prix en {currency} : choisissez un fichier en euros',
  PRICES_WITHOUT_RATES:
    'a des prix en {currency}, pour lequel la BCE n’a pas de taux : choisissez un fichier en euros',
  PRICES_OF_NO_ASSET: 'n’indique pas de quel actif sont ses prix : ajoutez-le sur la page de cet actif',
  PRICES_OF_OTHER_ASSET: 'a des prix de {asset}, et non de {wanted}',
  PRICES_NAME_ASSETS: 'nomme lui-même l’actif de chaque prix',
  PRICES_WITH_TIMES: 'a déjà ses propres heures',
  PRICES_WITHOUT_HEADER:
    'n’a pas d’en-tête, et son nom doit donc être celui de l’archive de Kraken, comme XBTEUR_1440.csv',
  UNKNOWN_CANDLES:
    'a des chandeliers d’une durée inconnue : choisissez des minutes, des heures ou des jours, et plus d’un',
  NOT_OF_DAYS: 'n’est pas un fichier de jours : choisissez l’intervalle d’un jour, et plus d’un jour',
  NOT_START_OF_CANDLE: 'n’est pas le début d’un chandelier de {minutes} minutes',
  PAIR_NOT_KNOWN: 'a une paire inconnue, {pair}',
  OTHER_PAIR: 'est une autre paire que dans les lignes précédentes : une paire par fichier',
  OTHER_CURRENCY: 'n’est pas {currency}, comme dans les lignes précédentes : une devise par fichier',
  PRICE_MISSING: 'manque',
  PRICE_WITHOUT_DATE: 'n’a pas de date : ajoutez une colonne date',
  NOT_DATE: 'n’est pas une date',
  NEGATIVE_PRICE: 'est inférieur à 0',
  RATE_NOT_ABOVE_ZERO: 'n’est pas supérieur à 0',
  DAY_WITHOUT_RATE: 'est du {day}, un jour sans taux de la BCE : choisissez un fichier en euros',
};
