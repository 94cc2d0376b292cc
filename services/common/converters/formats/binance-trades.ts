/**
 * Binance, spot trade history: one row per fill. Numbers and symbols share cells, such as `0.05ETH`; older files name the market instead.
 * The fee is outside of both sides.
 */
import { faultMessage } from '@ctx/domain/file-faults';
import { absolute } from '../amounts.ts';
import { type Booking, ContentIds, partOfCell, symbolIn } from '../booking.ts';
import type { EntryId, Part } from '../entries.ts';
import type { Format } from '../format.ts';
import { withSignedFee } from '../rebates.ts';
import type { Row } from '../table.ts';
import { zoneInName } from './binance-changes.ts';

/** The symbol starts at the first letter; symbols of 1INCH and of coins sold by the thousand start with digits. */
const AMOUNT_AND_SYMBOL = /^(-?[\d.,]+?)(1INCH|1000[A-Z]+|[A-Z][A-Z0-9]*)$/;
/** Names of the columns since 2025, and in Czech. */
const COLUMNS: Readonly<Record<string, string>> = {
  time: 'date(utc)',
  čas: 'date(utc)',
  strana: 'side',
  provedeno: 'executed',
  částka: 'amount',
  poplatek: 'fee',
};
/** Assets in which prices of older files are written, longest first: their markets have no separator, such as `ETHBTC`. */
const QUOTES =
  'BIDR BKRW BUSD BVND DOGE IDRT TUSD USDC USDP USDS USDT AUD BNB BRL BTC DAI DOT ETH EUR GBP NGN PAX PLN RON RUB TRX TRY UAH VAI XRP ZAR IDR'.split(
    ' ',
  );
const TWO_DIGIT_YEAR = 'yy-MM-dd HH:mm:ss';

export const BINANCE_TRADES: Format = {
  id: 'binance-trades',
  title: 'Binance: spot trade history',
  platform: { name: 'Binance', source: 'BINANCE' },
  guide: {
    download:
      'On the website, in English: Orders, Spot Order, Trade History, Export. Choose UTC as the time zone; keep the name of the file.',
    read: 'fills of spot trades with their fees',
    traps: [
      'The statement of all transactions holds the same trades once more: import one of the two.',
      'A file in another time zone is read by the zone in its name, such as `(UTC+2)`, and in UTC without one.',
    ],
  },
  headers: [
    ['date(utc)', 'side', 'executed', 'amount', 'fee'],
    ['date(utc)', 'market', 'type', 'amount', 'total', 'fee', 'fee coin'],
  ],
  canonical: (column) => COLUMNS[column] ?? column,
  read(rows, booking, { header, filename, timeZone }) {
    const ids = new ContentIds();
    const zone = header.includes('date(utc)') ? 'UTC' : (zoneInName(filename) ?? timeZone ?? 'UTC');
    booking.each(rows, (row) => {
      bookRow(row, zone, ids.idOf(row), booking);
    });
  },
};

function bookRow(row: Row, zone: string, id: EntryId, booking: Booking): void {
  const at = row.instant('date(utc)', { zone, patterns: [TWO_DIGIT_YEAR] });
  const { side, asset, price, fee } = row.has('market') ? olderFillOf(row) : fillOf(row);
  if (side !== 'BUY' && side !== 'SELL')
    throw row.fault(
      row.has('market') ? 'type' : 'side',
      faultMessage('UNKNOWN_SIDE', { buy: 'BUY', sell: 'SELL' }),
    );
  const [out, into] = side === 'BUY' ? [price, asset] : [asset, price];
  booking.trade([row], side.toLowerCase(), {
    id,
    at,
    ...withSignedFee({ given: [out], received: [into] }, fee),
  });
}

/** What a row says. */
interface Fill {
  readonly side: string;
  readonly asset: Part;
  readonly price: Part;
  readonly fee: Part | null;
}

function fillOf(row: Row): Fill {
  return {
    side: row.required('side').toUpperCase(),
    asset: partIn(row, 'executed'),
    price: partIn(row, 'amount'),
    fee: row.text('fee') === '' ? null : partIn(row, 'fee'),
  };
}

function olderFillOf(row: Row): Fill {
  const market = row.required('market').toUpperCase();
  const quote = QUOTES.find((each) => market.length > each.length && market.endsWith(each));
  if (quote === undefined) throw row.fault('market', faultMessage('UNKNOWN_MARKET'));
  const fee = row.optionalAmount('fee') ?? 0n;
  return {
    side: row.required('type').toUpperCase(),
    asset: { symbol: market.slice(0, -quote.length), amount: absolute(row.amount('amount')) },
    price: { symbol: quote, amount: absolute(row.amount('total')) },
    fee: fee === 0n ? null : { symbol: symbolIn(row, 'fee coin'), amount: fee },
  };
}

function partIn(row: Row, column: string): Part {
  const [, number = '', code = ''] = AMOUNT_AND_SYMBOL.exec(row.required(column).toUpperCase()) ?? [];
  return partOfCell(row, column, number, code);
}
