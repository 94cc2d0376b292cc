/** The kinds of rows in files of the Crypto.com App. */
import type { Meaning } from '../entries.ts';

/** NATIVE: against the native currency of the row. SEVERAL: several rows of one second are one exchange. */
export type Kind = Meaning | 'NATIVE' | 'SEVERAL' | 'BY_SIGN';

/** Kinds of rows by what they mean. */
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
    'trading.limit_order.cash_account.sell_commit',
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
  ],
  UNCLEAR_OUT: ['card_cashback_reverted', 'reimbursement_reverted'],
  UNCLEAR_IN: ['crypto_payment_refund'],
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
    'trading.limit_order.fiat_wallet.sell_lock',
    'trading.limit_order.fiat_wallet.sell_unlock',
    'trading.limit_order.cash_account.purchase_lock',
    'trading.limit_order.cash_account.purchase_unlock',
    'trading.limit_order.cash_account.sell_lock',
    'trading.limit_order.cash_account.sell_unlock',
    'trading.limit_order.crypto_wallet.fund_lock',
    'trading.limit_order.crypto_wallet.fund_unlock',
    'trading.limit_order.crypto_wallet.sell_lock',
    'trading.limit_order.crypto_wallet.sell_unlock',
    'airdrop_locked',
    'dynamic_coin_swap_bonus_exchange_deposit',
  ],
};
const KIND_OF = new Map(
  Object.entries(KINDS).flatMap(([kind, names]) => names.map((name) => [name, kind as Kind] as const)),
);
/** Kinds that take a row of another kind back. */
const TAKEN_BACK: Readonly<Record<string, string>> = {
  card_cashback_reverted: 'referral_card_cashback',
  reimbursement_reverted: 'reimbursement',
  crypto_payment_refund: 'crypto_payment',
};

/** Returns what a kind means. */
export function kindOf(name: string): Kind {
  return KIND_OF.get(name) ?? 'UNKNOWN_TYPE';
}

/** Returns the kind that a row belongs to, or that of the rows that it takes back. */
export function takenBackKindOf(name: string): string {
  return TAKEN_BACK[name] ?? name;
}

/** Whether rows of a kind take other rows back. */
export function takesBack(name: string): boolean {
  return name in TAKEN_BACK;
}

/** Returns what the rows of one exchange share: `dust_conversion` of `dust_conversion_credited`. */
export function exchangeOf(name: string): string {
  return name.replace(/_(?:debited|credited)$/, '');
}
