/** Binance, spot trade history: one row per fill. Numbers and symbols share cells, such as `0.05ETH`; the fee is outside of both sides. */
import { ContentIds, partOfCell } from '../booking.ts';
import type { Part } from '../entries.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';

/** The symbol starts at the first letter; symbols of 1INCH and of coins sold by the thousand start with digits. */
const AMOUNT_AND_SYMBOL = /^([\d.,]+?)(1INCH|1000[A-Z]+|[A-Z][A-Z0-9]*)$/;

export const BINANCE_TRADES: Format = {
  id: 'binance-trades',
  title: 'Binance: spot trade history',
  platform: { name: 'Binance', source: 'BINANCE' },
  guide: {
    download: 'On the website: Orders, Spot Order, Trade History, Export.',
    read: 'fills of spot trades with their fees',
    traps: ['The statement of all transactions holds the same trades once more: import one of the two.'],
  },
  headers: [['date(utc)', 'pair', 'side', 'price', 'executed', 'amount', 'fee']],
  canonical: (column) => (column === 'time' ? 'date(utc)' : column),
  read(rows, booking) {
    const ids = new ContentIds();
    booking.each(rows, (row) => {
      const side = row.required('side').toUpperCase();
      const common = { id: ids.idOf(row), at: row.instant('date(utc)', UTC) };
      const asset = partIn(row, 'executed');
      const price = partIn(row, 'amount');
      const fees = [partIn(row, 'fee')].filter(({ amount }) => amount > 0n);
      if (side !== 'BUY' && side !== 'SELL') throw row.fault('side', 'must be BUY or SELL');
      const [given, received] = side === 'BUY' ? [[price], [asset]] : [[asset], [price]];
      booking.trade([row], side.toLowerCase(), { ...common, given, received, fees });
    });
  },
};

function partIn(row: Row, column: string): Part {
  const [, number = '', code = ''] = AMOUNT_AND_SYMBOL.exec(row.required(column).toUpperCase()) ?? [];
  return partOfCell(row, column, number, code);
}
