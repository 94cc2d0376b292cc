/** Nexo, transactions: one row per event. The amount of a withdrawal or exchange that leaves has its fee in it. */
import { absolute } from '../amounts.ts';
import { type Booking, partsOf, symbolIn } from '../booking.ts';
import { isMovement, isReason, type Meaning } from '../entries.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';

/** Types without their blanks, which came and went over the years. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  exchange: 'TRADE',
  dualinvestmentexchange: 'TRADE',
  interest: 'INCOME',
  fixedterminterest: 'INCOME',
  dualinvestmentinterest: 'INCOME',
  interestadditional: 'INCOME',
  dividend: 'INCOME',
  bonus: 'INCOME',
  cashback: 'INCOME',
  exchangecashback: 'INCOME',
  referralbonus: 'INCOME',
  deposit: 'DEPOSIT',
  topupcrypto: 'DEPOSIT',
  withdrawal: 'WITHDRAWAL',
  exchangedepositedon: 'MONEY',
  withdrawexchanged: 'MONEY',
  deposittoexchange: 'TWIN',
  exchangetowithdraw: 'TWIN',
  creditcardfiatxexchangetowithdraw: 'TWIN',
  nexocardpurchase: 'PAYMENT',
  withdrawalcredit: 'LOAN',
  loanwithdrawal: 'LOAN',
  repayment: 'REPAYMENT',
  manualrepayment: 'REPAYMENT',
  forcedrepayment: 'REPAYMENT',
  liquidation: 'SALE',
  manualsellorder: 'SALE',
  automaticsellorder: 'SALE',
  withdrawalfee: 'COST',
  administrativededuction: 'UNCLEAR_OUT',
  lockingtermdeposit: 'INTERNAL',
  unlockingtermdeposit: 'INTERNAL',
  dualinvestmentlock: 'INTERNAL',
  dualinvestmentunlock: 'INTERNAL',
  transferin: 'INTERNAL',
  transferout: 'INTERNAL',
  transfertoprowallet: 'INTERNAL',
  transferfromprowallet: 'INTERNAL',
  creditcardstatus: 'INTERNAL',
  exchangecollateral: 'INTERNAL',
  assimilation: 'INTERNAL',
};
/** Names of money and coins that only Nexo uses. */
const NAMES: Readonly<Record<string, string>> = {
  EURX: 'EUR',
  GBPX: 'GBP',
  USDX: 'USD',
  NEXONEXO: 'NEXO',
  NEXOBNB: 'NEXO',
  USDTERC: 'USDT',
};
const DONE = /^(?:approved|processed)/i;

export const NEXO: Format = {
  id: 'nexo',
  title: 'Nexo: transactions',
  platform: { name: 'Nexo', source: 'NEXO' },
  guide: {
    download: 'On the website: Transactions, Export, all time, CSV.',
    read: 'exchanges, deposits, withdrawals, interest, bonuses, cashback, card payments, loans and repayments',
    traps: [
      'Files that write "Date / Time" without (UTC) are in the time of Zurich: export the period again.',
    ],
  },
  headers: [
    [
      'transaction',
      'type',
      'input currency',
      'input amount',
      'output currency',
      'output amount',
      'details',
      'date / time (utc)',
    ],
  ],
  read(rows, booking) {
    booking.each(rows, (row) => {
      bookRow(row, booking);
    });
  },
};

function bookRow(row: Row, booking: Booking): void {
  const shown = row.required('type');
  const meaning = meaningOf(row, shown.replaceAll(/\s/g, '').toLowerCase());
  const amount = row.amount('input amount');
  const symbol = symbolIn(row, 'input currency', NAMES);
  const named = (amountColumn: string, symbolColumn: string) =>
    partsOf(row, amountColumn, symbolColumn).map((part) => ({
      ...part,
      symbol: NAMES[part.symbol] ?? part.symbol,
    }));
  const fees = named('fee', 'fee currency');
  const common = {
    id: row.id('transaction') || row.required('transaction'),
    at: row.instant('date / time (utc)', UTC),
    fees,
  };
  const feeInside = fees.find((fee) => fee.symbol === symbol)?.amount ?? 0n;
  const part = { symbol, amount: absolute(amount) };
  const less = { symbol, amount: part.amount - feeInside };
  if (isReason(meaning)) booking.leaveOut([row], meaning, shown);
  else if (meaning === 'TRADE')
    booking.trade([row], shown, {
      ...common,
      given: [less],
      received: named('output amount', 'output currency'),
    });
  else if (meaning === 'COST') booking.cost([row], shown, { ...common, fees: [part] });
  else if (isMovement(meaning))
    booking.movement([row], shown, {
      ...common,
      kind: meaning,
      part: meaning === 'WITHDRAWAL' ? less : part,
    });
}

function meaningOf(row: Row, type: string): Meaning {
  if (!DONE.test(row.text('details'))) return 'NOT_DONE';
  const meaning = MEANINGS[type] ?? 'UNKNOWN_TYPE';
  if (meaning === 'DEPOSIT' && /airdrop/i.test(row.text('details'))) return 'INCOME';
  // Interest that is negative was paid on a loan.
  return meaning === 'INCOME' && row.amount('input amount') < 0n ? 'COST' : meaning;
}
