/** The types of CoinTracking, in English and German, which are the two languages that its documentation gives. */
import type { Meaning } from '../entries.ts';

/** A type as English files write it, in lower case, and what it means. */
export interface CoinTrackingType {
  readonly name: string;
  readonly meaning: Meaning;
}

/** By meaning: each type in English, with its other spellings behind it: German files, older files, the page that explains them. */
const SPELLINGS: Partial<Readonly<Record<Meaning, readonly string[]>>> = {
  TRADE: ['trade | tausch'],
  MIGRATION: ['swap (non taxable) | swap (steuerfrei)'],
  DEPOSIT: ['deposit | einzahlung'],
  WITHDRAWAL: ['withdrawal | auszahlung'],
  INCOME: [
    'income | einnahme',
    'reward/bonus | belohnung/bonus',
    'mining',
    'mining (commercial) | mining (kommerziell)',
    'airdrop',
    'airdrop (non taxable) | airdrop (steuerfrei)',
    'staking',
    'masternode',
    'minting',
    'dividends income | dividenden einnahme',
    'lending income | lending einnahme',
    'interest income | zinsen',
    'other income | sonstige einnahme',
    'income (non taxable) | einnahme (steuerfrei)',
    'lp rewards',
  ],
  GIFT_RECEIVED: ['gift/tip | geschenk'],
  GIFT_GIVEN: ['gift | schenkung'],
  PAYMENT: ['spend | ausgabe', 'other expense | sonstige ausgabe'],
  DONATION: ['donation | spende'],
  STOLEN: ['stolen | gestohlen | stolen/hacked/fraud'],
  LOST: ['lost | verlust'],
  COST: [
    'borrowing fee | borrowing gebühr',
    'settlement fee | settlement gebühr',
    'other fee | sonstige gebühr',
    'expense (non taxable) | ausgabe (steuerfrei)',
  ],
  LOAN: ['receive loan | darlehen erhalten | loan received'],
  REPAYMENT: ['repay loan | darlehen zurückgezahlt | loan repaid'],
  DERIVATIVES: [
    'margin trade',
    'margin profit | margin gewinn',
    'margin loss | margin verlust',
    'margin fee | margin gebühr',
    'derivatives/futures trade | derivate/futures trade',
    'derivatives/futures profit | derivate/futures gewinn',
    'derivatives/futures loss | derivate/futures verlust',
  ],
  UNCLEAR_IN: [
    'remove liquidity',
    'receive lp token',
    'receive collateral | collateral erhalten | collateral received',
  ],
  UNCLEAR_OUT: [
    'provide liquidity',
    'return lp token',
    'send collateral | collateral gesendet | collateral sent',
    'liquidation',
  ],
};

const TYPES = new Map(
  Object.entries(SPELLINGS).flatMap(([meaning, types]) =>
    types.flatMap((spellings) => {
      const [name = '', ...others] = spellings.split(' | ');
      const type: CoinTrackingType = { name, meaning: meaning as Meaning };
      return [name, ...others].map((spelling) => [spelling, type] as const);
    }),
  ),
);

/** Returns a type whatever its language; one that is not known is left out to be checked. */
export function typeOf(text: string): CoinTrackingType {
  const spelling = text
    .toLowerCase()
    .replaceAll(/[\s-]+/g, ' ')
    .replaceAll(/ ?\/ ?/g, '/');
  return TYPES.get(spelling) ?? { name: text.toLowerCase(), meaning: 'UNKNOWN_TYPE' };
}
