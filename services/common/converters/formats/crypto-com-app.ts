/** Crypto.com App, crypto and fiat wallet: a row is a whole exchange or movement. Fees are hidden in the price. */
import { absolute } from '../amounts.ts';
import { type Booking, ContentIds, groupBy, partsOf, sumBySymbol, symbolIn } from '../booking.ts';
import { type EntryId, isMovement, isReason, type Meaning } from '../entries.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';

/** NATIVE: against the native currency of the row. SEVERAL: several rows of one second are one exchange. */
type Kind = Meaning | 'NATIVE' | 'SEVERAL' | 'BY_SIGN';

const KINDS: Readonly<Record<string, readonly string[]>> = {
  TRADE: [
    'crypto_exchange',
    'crypto_viban_exchange',
    'viban_purchase',
    'van_purchase',
    'crypto_to_van_sell_order',
    'recurring_buy_order',
    'trading.limit_order.fiat_wallet.sell_commit',
    'trading.limit_order.cash_account.purchase_commit',
    'trading.limit_order.crypto_wallet.exchange',
  ],
  NATIVE: [
    'crypto_purchase',
    'trading.crypto_purchase.google_pay',
    'trading.crypto_purchase.apple_pay',
    'card_top_up',
  ],
  SEVERAL: [
    'dust_conversion_debited',
    'dust_conversion_credited',
    'dynamic_coin_swap_debited',
    'dynamic_coin_swap_credited',
    'interest_swap_debited',
    'interest_swap_credited',
    'lockup_swap_debited',
    'lockup_swap_credited',
    'crypto_wallet_swap_debited',
    'crypto_wallet_swap_credited',
  ],
  INCOME: [
    'crypto_earn_interest_paid',
    'crypto_earn_extra_interest_paid',
    'finance.crypto_earn.loyalty_program_extra_interest_paid.crypto_wallet',
    'mco_stake_reward',
    'finance.lockup.dpos_compound_interest.crypto_wallet',
    'finance.dpos.compound_interest.crypto_wallet',
    'finance.dpos.non_compound_interest.crypto_wallet',
    'supercharger_reward_to_app_credited',
    'rewards_platform_deposit_credited',
    'airdrop_to_exchange_transfer',
    'referral_bonus',
    'referral_gift',
    'admin_wallet_credited',
    'campaign_reward',
    'gift_card_reward',
    'pay_checkout_reward',
    'reward.loyalty_program.trading_rebate.crypto_wallet',
    'referral_card_cashback',
    'transfer_cashback',
    'reimbursement',
    'crypto_payment_refund',
  ],
  UNCLEAR_OUT: ['card_cashback_reverted', 'reimbursement_reverted'],
  DEPOSIT: ['crypto_deposit', 'exchange_to_crypto_transfer'],
  WITHDRAWAL: ['crypto_withdrawal', 'crypto_to_exchange_transfer'],
  PAYMENT: ['crypto_payment'],
  BY_SIGN: ['crypto_transfer'],
  MONEY: [
    'viban_deposit',
    'viban_withdrawal',
    'viban_card_top_up',
    'viban_deposit_precredit',
    'viban_deposit_precredit_repayment',
  ],
  INTERNAL: [
    'invest_deposit',
    'invest_withdrawal',
    'crypto_earn_program_created',
    'crypto_earn_program_withdrawn',
    'lockup_lock',
    'lockup_unlock',
    'lockup_upgrade',
    'finance.lockup.dpos_lock.crypto_wallet',
    'finance.lockup.dpos_unlock.crypto_wallet',
    'finance.dpos.staking.crypto_wallet',
    'finance.dpos.unstaking.crypto_wallet',
    'supercharger_deposit',
    'supercharger_withdrawal',
    'council_node_deposit_created',
    'trading.limit_order.fiat_wallet.purchase_lock',
    'trading.limit_order.fiat_wallet.purchase_unlock',
    'trading.limit_order.crypto_wallet.sell_lock',
    'trading.limit_order.crypto_wallet.sell_unlock',
    'airdrop_locked',
    'dynamic_coin_swap_bonus_exchange_deposit',
  ],
};
const KIND_OF = new Map(
  Object.entries(KINDS).flatMap(([kind, names]) => names.map((name) => [name, kind as Kind] as const)),
);
const EURO = 'EUR';

export const CRYPTO_COM_APP: Format = {
  id: 'crypto-com-app',
  title: 'Crypto.com App: crypto wallet and fiat wallet',
  platform: { name: 'Crypto.com', source: 'CRYPTO_COM' },
  guide: {
    download:
      'In the app: Accounts, the clock at the top, the export icon, "Crypto wallet", the whole period.',
    read: 'purchases, sales, exchanges, deposits, withdrawals, rewards, interest, cashback, payments',
    traps: [
      'The files of the crypto wallet and of the fiat wallet repeat the same purchases: import the crypto wallet.',
      'The Exchange of Crypto.com writes other files.',
    ],
  },
  headers: [
    [
      'timestamp (utc)',
      'transaction description',
      'currency',
      'amount',
      'to currency',
      'to amount',
      'native currency',
      'native amount',
      'transaction kind',
    ],
  ],
  read(rows, booking) {
    const ids = new ContentIds();
    const several: Row[] = [];
    booking.each(rows, (row) => {
      const kind = kindOf(row);
      if (kind === 'SEVERAL') several.push(row);
      else bookRow(row, kind, ids.idOf(row), booking);
    });
    const groups = groupBy(several, (row) => `${row.text('timestamp (utc)')} ${familyOf(row)}`);
    booking.eachGroup(
      groups,
      (group) => group,
      (group) => {
        bookSeveral(group, ids, booking);
      },
    );
  },
};

function kindOf(row: Row): Kind {
  return KIND_OF.get(row.text('transaction kind').toLowerCase()) ?? 'UNKNOWN_TYPE';
}

/** `dust_conversion` of `dust_conversion_credited`. */
function familyOf(row: Row): string {
  return row.text('transaction kind').replace(/_(?:debited|credited)$/, '');
}

function bookRow(row: Row, kind: Kind, id: EntryId, booking: Booking): void {
  const shown = row.text('transaction kind') || 'card transaction';
  const amount = row.amount('amount');
  const part = { symbol: symbolIn(row, 'currency'), amount: absolute(amount) };
  const common = {
    id,
    at: row.instant('timestamp (utc)', UTC),
    description: row.text('transaction description'),
  };
  const native = partsOf(row, 'native amount', 'native currency');
  const meaning = kind === 'BY_SIGN' ? (amount < 0n ? 'WITHDRAWAL' : 'DEPOSIT') : kind;
  if (isReason(meaning)) booking.leaveOut([row], meaning, shown);
  else if (meaning === 'TRADE') {
    const received = partsOf(row, 'to amount', 'to currency');
    booking.trade([row], shown, { ...common, given: [part], received, eur: euroOf(row) });
  } else if (meaning === 'NATIVE') {
    const isSale = shown === 'card_top_up';
    const [given, received] = isSale ? [[part], native] : [native, [part]];
    booking.trade([row], shown, { ...common, given, received });
  } else if (isMovement(meaning)) {
    const isValued = meaning === 'INCOME' || meaning === 'PAYMENT';
    booking.movement([row], shown, { ...common, kind: meaning, part, eur: isValued ? euroOf(row) : null });
  }
}

/** Small balances that became one coin: what each gave is in its own row. */
function bookSeveral(rows: readonly Row[], ids: ContentIds, booking: Booking): void {
  const [first] = rows as readonly [Row];
  const sums = sumBySymbol(
    rows.map((row) => ({ symbol: symbolIn(row, 'currency'), amount: row.amount('amount') })),
  );
  booking.trade(rows, familyOf(first), {
    id: ids.idOf(first),
    at: first.instant('timestamp (utc)', UTC),
    given: sums
      .filter(({ amount }) => amount < 0n)
      .map(({ symbol, amount }) => ({ symbol, amount: -amount })),
    received: sums.filter(({ amount }) => amount > 0n),
  });
}

/** The value of a row in euro; null in another currency, and below one cent, which the file writes as 0. */
function euroOf(row: Row): bigint | null {
  const value =
    row.text('native currency').toUpperCase() === EURO ? row.optionalAmount('native amount') : null;
  return value === null || value === 0n ? null : absolute(value);
}
