/** CoinTracking, trade table: one row per transaction, with types in English or German and times without a zone. */
import { type Booking, ContentIds, partsOf } from '../booking.ts';
import { type EntryId, isMovement, isReason, type Meaning } from '../entries.ts';
import type { Format } from '../format.ts';
import { LocalTimes } from '../local-times.ts';
import type { Row } from '../table.ts';

const MEANINGS_OF: Readonly<Record<string, readonly string[]>> = {
  TRADE: ['trade', 'swap (non taxable)', 'swap (steuerfrei)'],
  DEPOSIT: ['deposit', 'einzahlung'],
  WITHDRAWAL: ['withdrawal', 'auszahlung'],
  INCOME: [
    'income',
    'einnahme',
    'reward / bonus',
    'belohnung / bonus',
    'mining',
    'mining (commercial)',
    'mining (kommerziell)',
    'airdrop',
    'airdrop (non taxable)',
    'airdrop (steuerfrei)',
    'staking',
    'masternode',
    'minting',
    'dividends income',
    'dividenden einnahme',
    'lending income',
    'lending einnahme',
    'interest income',
    'zinsen',
    'other income',
    'sonstige einnahme',
    'income (non taxable)',
    'einnahme (steuerfrei)',
    'lp rewards',
  ],
  GIFT_RECEIVED: ['gift/tip', 'geschenk'],
  GIFT_GIVEN: ['gift', 'schenkung'],
  PAYMENT: ['spend', 'ausgabe', 'other expense', 'sonstige ausgabe'],
  DONATION: ['donation', 'spende'],
  STOLEN: ['stolen', 'gestohlen'],
  LOST: ['lost', 'verlust'],
  COST: [
    'borrowing fee',
    'borrowing gebühr',
    'settlement fee',
    'settlement gebühr',
    'other fee',
    'sonstige gebühr',
    'expense (non taxable)',
    'ausgabe (steuerfrei)',
  ],
  LOAN: ['darlehen erhalten', 'loan received'],
  REPAYMENT: ['darlehen zurückgezahlt', 'loan repaid'],
  DERIVATIVES: [
    'margin trade',
    'derivatives / futures trade',
    'derivate / futures trade',
    'derivatives / futures profit',
    'derivate / futures gewinn',
    'derivatives / futures loss',
    'derivate / futures verlust',
    'margin profit',
    'margin gewinn',
    'margin loss',
    'margin verlust',
    'margin fee',
    'margin gebühr',
  ],
  UNCLEAR_IN: ['remove liquidity', 'receive lp token', 'collateral erhalten', 'collateral received'],
  UNCLEAR_OUT: [
    'provide liquidity',
    'return lp token',
    'collateral gesendet',
    'collateral sent',
    'liquidation',
  ],
};
const MEANINGS = new Map(
  Object.entries(MEANINGS_OF).flatMap(([meaning, types]) =>
    types.map((type) => [type, meaning as Meaning] as const),
  ),
);
const PATTERNS = ['dd.MM.yyyy HH:mm:ss'];
/** Column names of German files and of the import template, by those of the English trade table. */
const COLUMNS: Readonly<Record<string, string>> = {
  typ: 'type',
  kauf: 'buy',
  verkauf: 'sell',
  gebühr: 'fee',
  börse: 'exchange',
  gruppe: 'group',
  kommentar: 'comment',
  datum: 'date',
  'buy amount': 'buy',
  'buy currency': 'cur.',
  'sell amount': 'sell',
  'sell currency': 'cur. 2',
  'fee currency': 'cur. 3',
  'trade-group': 'group',
};

export const COINTRACKING: Format = {
  id: 'cointracking',
  title: 'CoinTracking: trade table',
  platform: { name: 'CoinTracking', source: null },
  needsTimeZone: true,
  guide: {
    download: 'On the website: Enter Coins, the export of the trade table, CSV; in English or German.',
    read: 'trades, deposits, withdrawals, and every type of income, gifts, losses, costs and loans',
    traps: [
      'Times are in the zone of the CoinTracking account: name it, such as `Europe/Brussels`.',
      'Fees are read as outside of the amounts: compare the balances afterwards.',
      'All exchanges of the file become one account; name it with `--account` and `--label`.',
    ],
  },
  headers: [['type', 'buy', 'cur.', 'sell', 'cur. 2', 'fee', 'cur. 3', 'exchange', 'comment', 'date']],
  canonical: (column) => COLUMNS[column] ?? column,
  read(rows, booking, { timeZone }) {
    const ids = new ContentIds();
    const style = { zone: timeZone ?? 'UTC', patterns: PATTERNS };
    const times = new LocalTimes(rows, 'date', (row) => ({ text: row.required('date'), style }));
    booking.each(rows, (row) => {
      bookRow(row, ids.idOf(row), times, booking);
    });
  },
};

function bookRow(row: Row, id: EntryId, times: LocalTimes, booking: Booking): void {
  const type = row.required('type').toLowerCase();
  const meaning = MEANINGS.get(type) ?? 'UNKNOWN_TYPE';
  const received = partsOf(row, 'buy', 'cur.');
  const given = partsOf(row, 'sell', 'cur. 2');
  const fees = partsOf(row, 'fee', 'cur. 3');
  const description = [type, row.text('exchange')].filter((text) => text !== '').join(' · ');
  const common = { id, at: times.of(row), fees, description };
  const [part] = [...given, ...received];
  if (isReason(meaning)) booking.leaveOut([row], meaning, type);
  else if (meaning === 'TRADE') booking.trade([row], type, { ...common, given, received });
  else if (meaning === 'COST') booking.cost([row], type, { ...common, fees: [...given, ...fees] });
  else if (part === undefined) booking.leaveOut([row], 'ZERO', type);
  else if (isMovement(meaning)) booking.movement([row], type, { ...common, kind: meaning, part });
}
