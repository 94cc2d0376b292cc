/** The operations of Binance's statement, by what they mean. */

/** A trade operation names its family: only rows of one family belong together. */
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  INCOME: [
    'distribution',
    'airdrop',
    'airdrop assets',
    'simple earn flexible interest',
    'simple earn flexible airdrop',
    'simple earn locked rewards',
    'savings interest',
    'savings distribution',
    'pos savings interest',
    'staking rewards',
    'eth 2.0 staking rewards',
    'bnsol staking - extra rewards',
    'bnb vault rewards',
    'launchpool interest',
    'launchpool earnings withdrawal',
    'launchpool airdrop',
    'launchpool airdrop - user claim distribution',
    'launchpool airdrop - system distribution',
    'launchpad token distribution',
    'hodler airdrops distribution',
    'megadrop rewards',
    'super bnb mining',
    'pool distribution',
    'liquid swap rewards',
    'swap farming rewards',
    'dot slot auction rewards',
    'bfusd daily reward',
    'rwusd - distribution',
    'mission reward distribution',
    'campaign related reward',
    'campaign rewards',
    'rewards distribution',
    'cash voucher distribution',
    'cash voucher',
    'cashback voucher',
    'commission history',
    'commission rebate',
    'commission fee shared with you',
    'strategy trading fee rebate',
    'referrer rebates',
    'referee rebates',
    'referee commission',
    'referral kickback',
    'referral commission',
    'binance card cashback',
    'card cashback',
  ],
  TRANSFER: [
    'deposit',
    'withdraw',
    'send',
    'fiat deposit',
    'fiat withdraw',
    'fiat withdrawal',
    'fiat ocbs - add fiat and fees',
    'deposit fiat ocbs',
  ],
  PAYMENT: ['binance card spending', 'merchant acquiring'],
  PERSON: ['p2p trading'],
  GIFT: ['crypto box'],
  LOAN: ['flexible loan - lending', 'flexible loan - repayment'],
  INTERNAL: [
    'transfer_in',
    'transfer_out',
    'c2c transfer',
    'main and funding account transfer',
    'transfer between main and funding wallet',
    'transfer between main account and mining account',
    'transfer between main and mining account',
    'transfer between main account and sub-account',
    'transfer between spot account and um futures account',
    'transfer between spot account and cm futures account',
    'transfer between spot and um futures',
    'transfer between spot and funding',
    'transfer between spot and strategy',
    'transfer between um futures and funding account',
    'transfer between main account/futures and margin account',
    'transfer funds to spot',
    'transfer funds to funding wallet',
    'flexible loan - collateral transfer',
  ],
  EARN: [
    'simple earn flexible subscription',
    'simple earn flexible redemption',
    'simple earn locked subscription',
    'simple earn locked redemption',
    'savings purchase',
    'savings principal redemption',
    'pos savings purchase',
    'pos savings redemption',
    'staking purchase',
    'staking redemption',
    'launchpool subscription',
    'launchpool redemption',
    'launchpool subscription/redemption',
    'launchpad subscribe',
    'alpha 2.0 - asset freeze',
    'alpha 2.0 - asset unfreeze',
  ],
  DERIVATIVES: [
    'realized profit and loss',
    'realize profit and loss',
    'funding fee',
    'insurance fund refund',
    'insurance fund compensation',
    'futures referral rebate',
    'margin loan',
    'isolated margin loan',
    'isolatedmargin loan',
    'margin repayment',
    'isolated margin repayment',
    'isolatedmargin repayment',
    'cross margin liquidation - small assets takeover',
    'cross margin liquidation - repayment',
    'isolated margin liquidation - repayment',
    'flexible loan - asset transfer',
  ],
  'SPOT TRADE': [
    'buy',
    'sell',
    'fee',
    'transaction related',
    'transaction buy',
    'transaction spend',
    'transaction sold',
    'transaction revenue',
    'transaction fee',
  ],
  'CONVERT TRADE': ['binance convert', 'large otc trading', 'the easiest way to trade', 'convert'],
  'CARD TRADE': [
    'buy crypto with card',
    'buy crypto with fiat',
    'sell crypto for fiat',
    'sell crypto to fiat',
    'convert fiat to crypto ocbs',
    'buy crypto',
  ],
  'AUTO TRADE': ['auto-invest transaction'],
  'DUST TRADE': ['small assets exchange bnb', 'bnb fee deduction', 'bnb deducts fee'],
  'TOKEN TRADE': ['leverage token redemption', 'stablecoins auto-conversion', 'futures convert'],
  'FORCED TRADE': ['asset conversion transfer'],
  'DOLLAR TRADE': [
    'rwusd - subscription',
    'rwusd - redemption',
    'bfusd subscription',
    'bfusd redemption',
    'bfusd - subscription',
    'bfusd - redemption',
  ],
  'POOL TRADE': ['liquid swap sell', 'swap farming transaction'],
  // A coin that became a token for it, and back.
  'WRAP TRADE': [
    'eth 2.0 staking',
    'eth 2.0 redemption',
    'wbeth2.0 - staking',
    'wbeth2.0 - redemption',
    'sol staking - purchase',
    'sol staking - redemption',
  ],
  // The old asset leaves in one row, the new one arrives in another row, minutes or days later.
  SWAP: [
    'token swap - distribution',
    'token swap - redenomination/rebranding',
    'asset recovery',
    'asset - transfer',
    'leveraged coin consolidation',
  ],
};
const FAMILY_OF = new Map(
  Object.entries(OPERATIONS).flatMap(([family, names]) => names.map((name) => [name, family] as const)),
);
const FUTURES_ACCOUNT = /futures|coin-m|usd-m/i;
/** Moves between accounts, which are the same on the side of a futures account. */
const MOVES = new Set(['INTERNAL', 'EARN']);

/** Returns the family of an operation in an account, in lower case: a reason, a kind of movement, or a family of trades. */
export function familyOf(operation: string, account: string): string {
  const family = FAMILY_OF.get(operation) ?? 'UNKNOWN_TYPE';
  return FUTURES_ACCOUNT.test(account) && !MOVES.has(family) ? 'DERIVATIVES' : family;
}

/** Whether an operation is a fee of a trade. */
export function isFeeOperation(operation: string): boolean {
  return operation === 'fee' || operation === 'transaction fee';
}

/** Names of the columns in other languages than English, in which the site writes the file of a person who uses it in that language. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  user_id: ['user id', 'id do usuário'],
  time: ['czas', 'tempo', 'čas', 'heure', 'zeit', 'tijd', 'tiempo', 'hora', 'время'],
  account: ['konto', 'conta', 'účet', 'compte', 'rekening', 'cuenta', 'аккаунт'],
  operation: [
    'operacja',
    'operação',
    'operace',
    'opération',
    'vorgang',
    'bewerking',
    'operación',
    'операция',
  ],
  coin: ['moneta', 'moeda', 'mince', 'jeton', 'münze', 'munt', 'moneda', 'монета'],
  change: [
    'zmien',
    'zmień',
    'alterar',
    'změnit',
    'modifier',
    'changer',
    'ändern',
    'wijzigen',
    'cambiar',
    'изменение',
  ],
};
const COLUMN_OF = new Map(
  Object.entries(COLUMNS).flatMap(([column, names]) => names.map((name) => [name, column] as const)),
);

/** Returns the English name of a column. */
export function englishColumn(column: string): string {
  return COLUMN_OF.get(column) ?? column;
}
