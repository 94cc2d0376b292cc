/**
 * eToro, the sheet "Account Activity" of an account statement, which is a workbook. Amounts are in the currency of the account, which is dollars; a
 * position that is opened was bought for its amount, and one that is closed was sold for it.
 */
import { faultMessage } from '@ctx/domain/file-faults';
import type { MoneyPurpose } from '@ctx/domain/vocabulary';
import { absolute } from '../amounts.ts';
import { symbolOf } from '../assets.ts';
import type { Booking, KeptMoney } from '../booking.ts';
import { BY_CONTENT, type Reason } from '../entries.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';

const TIME = { zone: 'UTC', patterns: ['dd/MM/yyyy HH:mm:ss'] };
const CURRENCY = 'USD';
const CRYPTO: readonly string[] = ['crypto', 'crypto assets', 'cryptocurrencies'];
const OTHER_ASSETS: readonly string[] = [
  'stocks',
  'etf',
  'etfs',
  'cfd',
  'commodities',
  'currencies',
  'indices',
  'options',
  'futures',
  'bonds',
];
/** Types of rows about money, which name no asset or only the one that it was paid for; null where none moves. */
const MONEY: Readonly<Record<string, MoneyPurpose | null>> = {
  deposit: 'TRANSFER',
  'withdraw request': 'TRANSFER',
  'withdraw fee': 'FEE',
  'withdrawal conversion fee': 'FEE',
  'deposit conversion fee': 'FEE',
  'conversion fee': 'FEE',
  'interest payment': 'INTEREST',
  'account balance to mirror': null,
  'mirror balance to account': null,
  'edit stop loss': null,
};
/** An asset and the currency of its price. */
const PAIR = /^([^/]+)\/[A-Z]{3}$/i;
const NO_ASSET: readonly string[] = ['', '-'];

export const ETORO: Format = {
  id: 'etoro',
  title: 'eToro: account activity',
  platform: { name: 'eToro', source: 'ETORO' },
  guide: {
    download:
      'On the website: Portfolio, History, Account statement, XLSX. The workbook is read as it is: its sheet "Account Activity" counts.',
    read: 'purchases and sales of crypto assets, staking rewards',
    traps: [
      'Amounts are read as dollars, the currency of the account: EUR values come from exchange rates.',
      'Shares, funds and contracts for difference are left out: they are no crypto assets.',
      'Coins that you moved to the eToro wallet are in a file of that wallet.',
    ],
  },
  isReadFromWorkbooks: true,
  headers: [['date', 'type', 'details', 'amount', 'units', 'balance', 'position id', 'asset type']],
  read(rows, booking) {
    booking.each(rows, (row) => {
      bookRow(row, booking);
    });
  },
};

function bookRow(row: Row, booking: Booking): void {
  const type = row.required('type').toLowerCase();
  const asset = row.text('asset type').toLowerCase();
  const reason = reasonOf(type, asset);
  if (reason === 'MONEY') {
    booking.money([row], type, () => moneyOf(row, type));
    return;
  }
  if (reason !== null) {
    booking.leaveOut([row], reason, type);
    return;
  }
  const [, code = ''] = PAIR.exec(row.text('details')) ?? [];
  const symbol = symbolOf(code);
  if (symbol === null) throw row.fault('details', faultMessage('NOT_ASSET_WITH_CURRENCY'));
  const [paid, units] = [row.optionalAmount('amount', withoutBrackets), row.optionalAmount('units')];
  const part = { symbol, amount: absolute(units ?? 0n) };
  const money = { symbol: CURRENCY, amount: absolute(paid ?? 0n) };
  const at = row.instant('date', TIME);
  const position = row.id('position id');
  const [ofMoney, ofAsset] = [paid === null ? [] : [money], units === null ? [] : [part]];
  if (type === 'open position')
    booking.trade([row], type, { id: `opened ${position}`, at, given: ofMoney, received: ofAsset });
  else if (type === 'position closed')
    booking.trade([row], type, { id: `closed ${position}`, at, given: ofAsset, received: ofMoney });
  else
    booking.movement([row], type, {
      kind: 'INCOME',
      id: NO_ASSET.includes(position) ? BY_CONTENT : `staking ${position} ${at}`,
      at,
      part,
    });
}

/** Returns what a row of money moved. Fees and withdrawals are written with and without a sign. */
function moneyOf(row: Row, type: string): KeptMoney | null {
  const purpose = MONEY[type] ?? null;
  if (purpose === null) return null;
  const amount = row.optionalAmount('amount', withoutBrackets) ?? 0n;
  const isOut = amount < 0n || purpose === 'FEE' || type === 'withdraw request';
  const part = { symbol: CURRENCY, amount: absolute(amount) };
  return {
    id: BY_CONTENT,
    at: row.instant('date', TIME),
    purpose,
    given: isOut ? [part] : [],
    received: isOut ? [] : [part],
  };
}

/** Returns why a row is left out; null for purchases, sales and rewards of crypto assets. */
function reasonOf(type: string, asset: string): Reason | null {
  if (Object.hasOwn(MONEY, type)) return 'MONEY';
  if (OTHER_ASSETS.includes(asset)) return 'NOT_CRYPTO';
  const isKnown = ['open position', 'position closed', 'staking'].includes(type);
  return isKnown && (CRYPTO.includes(asset) || (type === 'staking' && NO_ASSET.includes(asset)))
    ? null
    : 'UNKNOWN_TYPE';
}

function withoutBrackets(text: string): string {
  return text.replaceAll(/[()$]/g, '');
}
