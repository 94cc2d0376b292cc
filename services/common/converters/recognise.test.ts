import { describe, expect, test } from '@jest/globals';
import { convert } from './convert.ts';

const reasonOf = (text: string): string | undefined => convert(Buffer.from(text)).faults[0]?.reason;

describe('A header that no format fits is rejected', () => {
  test.each([
    ['Dutch', 'Symbool,Type,Hoeveelheid,Prijs,Waarde,Kosten,Datum', 'Revolut: crypto statement'],
    ['French', 'Symbole,Type,Quantité,Prix,Valeur,Frais,Date', 'Revolut: crypto statement'],
    ['German', 'Symbol;Typ;Menge;Preis;Wert;Gebühren;Datum', 'Revolut: crypto statement'],
    [
      'Dutch',
      'Tijdzone,Datum,Tijd,Soort,Valuta,Hoeveelheid,Status,Transactie-ID,Adres',
      'Bitvavo: transaction history',
    ],
    [
      'French',
      'Type,Achat,Devise,Vente,Devise,Frais,Devise,Échange,Groupe,Commentaire,Date',
      'CoinTracking: trade table',
    ],
  ])(
    'with its language, %s, where it names the columns %s, and with the format %s',
    (language, header, title) => {
      const reason = reasonOf(`Titel\n${header}\n1,2\n`);
      expect(reason).toContain(
        `; its columns are in ${language}; columns like these are in exports of ${title}`,
      );
      expect(reason).toContain('; set the language of the site to English and export it again');
    },
  );

  test('with its language alone where no format has such columns', () => {
    expect(reasonOf('Datum;Wetter;Zeit;Bemerkung\n1;2;3;4\n')).toBe(
      'has no header of a known format: the columns in line 1 are "Datum", "Wetter", "Zeit", "Bemerkung"; its columns are in German; ' +
        'set the language of the site to English and export it again',
    );
  });

  test('with its language and what is missing of the nearest format', () => {
    expect(reasonOf('Date,Sent Amount,Sent Currency,Received Amount,Devise,Frais\n')).toBe(
      'has no header of a known format: the columns in line 1 are "Date", "Sent Amount", "Sent Currency", "Received Amount", "Devise", ' +
        '"Frais"; the nearest is Koinly: universal template, in line 1; missing: "received currency"; its columns are in French; ' +
        'columns like these are in exports of Koinly: universal template; set the language of the site to English and export it again',
    );
  });

  test.each(['Aantal,Valuta,Kosten', 'Tijdzone,Datum,Tijd,Weer'])(
    'without a format where too few columns say which: %s',
    (header) => {
      expect(reasonOf(`${header}\n`)).toMatch(/columns are in Dutch; set/);
    },
  );

  test('with general advice where it is in another language', () => {
    expect(reasonOf('Päivä,Tili,Tapahtuma,Kolikko,Muutos,Huomautus\n')).toBe(
      'has no header of a known format: the columns in line 1 are "Päivä", "Tili", "Tapahtuma", "Kolikko", "Muutos", "Huomautus"; ' +
        'see the list of formats, set the language of the site to English before the export, or describe its columns in a mapping file',
    );
  });

  test.each([
    ['Koinly Date,Amount\n', 'Koinly: simple template, in line 1; missing: "currency"'],
    [
      'Date,Sent Amount,Sent Currency,Received Amount\n',
      'Koinly: universal template, in line 1; missing: "received currency"',
    ],
    [
      '"Type","Buy","Cur.","Sell","Cur.","Fee","Cur."\n',
      'CoinTracking: trade table, in line 1; missing: "date"',
    ],
  ])('with what is missing of the nearest format: %s', (header, nearest) => {
    expect(reasonOf(header)).toMatch(
      /^has no header of a known format: the columns in line 1 are "[^;]*; the nearest/,
    );
    expect(reasonOf(header)).toContain(`; the nearest is ${nearest}`);
  });
});

describe('A header is recognised', () => {
  test.each([
    ['cointracking', 'Typ,Kauf,Cur.,Verkauf,Cur.,Gebühr,Cur.,Börse,Gruppe,Kommentar,Datum'],
    ['cointracking', 'Date,Type,Buy,Cur.,Sell,Cur.,Something new'],
    ['koinly', 'Date,Sent Amount,Sent Currency,Received Amount,Received Currency'],
    [
      'koinly',
      'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Label,Something new',
    ],
    ['koinly-simple', 'Koinly Date,Label,Currency,Amount,Fee Currency,Fee,TxHash'],
    ['koinly-trades', 'Koinly Date,Pair,Side,Amount,Total,Fee Amount,Fee Currency,Order ID,Trade ID'],
  ])('as %s with the columns that are read: %s', (id, header) => {
    expect(convert(Buffer.from(`${header}\n`), { timeZone: 'UTC' }).format?.id).toBe(id);
  });
});
