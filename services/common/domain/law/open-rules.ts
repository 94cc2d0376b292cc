/** The rules where the law is open: what the figures assume, the other reading, and who says which. */
import type { AssumptionCode } from './assumptions.ts';
import { agreeing, disagreeing } from './readers.ts';
import type { LawEvidence, LawSourceName } from './source.ts';

/** An assumption that no source states. */
export type OpenRuleCode = Exclude<AssumptionCode, 'FEES_OUTSIDE_TEN_PERCENT' | 'HIGHER_COST_MAKES_NO_LOSS'>;

/** One open rule: what the figures assume, another reading, and the source that leaves it open. */
export type OpenRule = readonly [
  rule: string,
  other: string,
  source: LawSourceName,
  article: string | null,
  checkedOn: string,
  evidence?: LawEvidence,
];

/** The day on which the pages of the readers were read. */
const READ_DAY = '2026-11-28';

/** Every open rule. */
export const OPEN_RULES: Readonly<Record<OpenRuleCode, OpenRule>> = {
  LOTS_FIFO_OVER_TAXPAYER: [
    'Lots are used first in, first out, over all accounts of the taxpayer.',
    'First in, first out within each account or wallet, as margin 144 of the circular has it for securities accounts.',
    'INCOME_TAX_CODE',
    '102',
    '2026-11-24',
  ],
  COST_PER_LOT: [
    'Each lot keeps what it cost.',
    'An average of the purchases of an asset, or of those before 2026.',
    'INCOME_TAX_CODE',
    '102',
    READ_DAY,
    { readers: [agreeing('AEACUS_FAQ'), disagreeing('BOEKHOUDER')] },
  ],
  TRANSFERS_NO_DISPOSAL: [
    'Transfers between own wallets, wrapping, bridging and migration are no disposal.',
    'A wrap or a bridge into another asset is an exchange, which realises a gain.',
    'INCOME_TAX_CODE',
    '90',
    '2026-11-24',
  ],
  GAS_NO_DISPOSAL: [
    'Network fees paid in crypto-assets are no disposal, and their basis is no deductible loss.',
    'Each fee is a disposal at market value.',
    'INCOME_TAX_CODE',
    '90',
    '2026-11-24',
  ],
  EXPENSE_NO_DISPOSAL: [
    'An expense is no disposal.',
    'An expense is a disposal at market value.',
    'INCOME_TAX_CODE',
    '90',
    '2026-11-24',
  ],
  NFT_INSIDE_TEN_PERCENT: [
    'NFTs are crypto-assets under the 10 % tax.',
    'NFTs are movable goods outside it.',
    'LAW_2026',
    null,
    READ_DAY,
    { readers: [disagreeing('AEACUS_FAQ')] },
  ],
  GIFT_AT_COST_OF_GIVER: [
    'A gift received has the cost of the giver.',
    'A gift received costs what it was worth on the day.',
    'INCOME_TAX_CODE',
    '102',
    '2026-11-24',
  ],
  GIFTS_AND_LOSSES_REALISE_NOTHING: [
    'Gifts to residents, donations, losses and thefts realise nothing, and leave no deductible loss.',
    'A theft that was reported is a loss.',
    'INCOME_TAX_CODE',
    '90 and 96/2',
    READ_DAY,
    { readers: [agreeing('CRELAN')] },
  ],
  GIFTS_ABROAD_ARE_DISPOSALS: [
    'A gift to a person who does not live in Belgium, and a departure abroad, count as disposals at market value.',
    'A gift as such is not taxed, wherever its recipient lives.',
    'INCOME_TAX_CODE',
    '92 § 2',
    READ_DAY,
    { readers: [agreeing('PROPAY'), disagreeing('CRELAN')] },
  ],
  CORRECTED_AMOUNT_KEEPS_VALUE: [
    'A corrected amount leaves the imported value in EUR as it is.',
    'The value is scaled with the amount.',
    'SERVICE',
    null,
    '2026-11-24',
  ],
  LOANS_REALISE_NOTHING: [
    'Borrowing and paying back realise nothing.',
    'Lending and borrowing are exchanges.',
    'INCOME_TAX_CODE',
    '90',
    '2026-11-24',
  ],
  FIAT_REALISES_NOTHING: [
    'Euro and other money have no lots: exchanging and spending money realises nothing.',
    'Money other than euro is an asset: exchanging or spending it realises a gain or a loss in euro.',
    'INCOME_TAX_CODE',
    '92, § 1',
    READ_DAY,
  ],
  PHOTO_AT_MIDNIGHT: [
    'The photo value is the last price before midnight in Brussels at the end of 2025, at most 7 days old.',
    'The closing price of a named exchange, an average of the day, or midnight UTC.',
    'CIRCULAR_2026',
    '102',
    READ_DAY,
    { readers: [agreeing('EY')] },
  ],
  CARRIED_EXEMPTION_FIRST: [
    'Carried exemption is used before that of the year.',
    'The exemption of the year is used first.',
    'LAW_2026',
    '96/2',
    READ_DAY,
    { readers: [agreeing('TRIODOS')] },
  ],
  CARRIED_NEVER_EXPIRES: [
    'What carries over does not expire; a year can use at most 5,000 EUR of it.',
    'It lapses after five years, or only what is left of the first 1,000 EUR of a year carries over.',
    'LAW_2026',
    '96/2',
    READ_DAY,
    { readers: [agreeing('BDO'), disagreeing('BOLERO')] },
  ],
  LAST_AMOUNT_REUSED: [
    'Until the amounts of a year are published, it has those of the year before.',
    'An estimate of the index.',
    'SERVICE',
    null,
    '2026-11-24',
  ],
  LOSSES_NOT_CARRIED: [
    'Losses count in their own year only.',
    'Losses of speculation lower the gains of speculation of the five years after.',
    'LAW_2026',
    '96/2',
    READ_DAY,
    { readers: [agreeing('AEACUS_FAQ'), agreeing('BDO')] },
  ],
  OTHER_ASSETS_FIRST: [
    'In an estimate, gains on other financial assets use the exemption first.',
    'Gains on crypto-assets use it first, or both in proportion.',
    'LAW_2026',
    '96/2',
    '2026-11-24',
  ],
  OTHER_LOSSES_NETTED: [
    'In an estimate, gains and losses on all kinds of financial assets are netted.',
    'Losses count within their own kind of asset only.',
    'LAW_2026',
    '102, § 5',
    READ_DAY,
    {
      readers: [
        agreeing('BOLERO'),
        disagreeing('AEACUS_FAQ'),
        disagreeing('BELGIAN_TAX_ASSISTANCE'),
        disagreeing('TRIODOS'),
      ],
    },
  ],
  DERIVATIVES_WITH_CRYPTO: [
    'In an estimate, results of derivatives are taxed and netted like the gains on crypto-assets of the year.',
    'They are netted within their own kind only, or are income of speculation at 33 %.',
    'INCOME_TAX_CODE',
    '92, § 1',
    READ_DAY,
  ],
  WITHHELD_TAX_CREDITED: [
    'In an estimate, tax that banks withheld is set against the tax on all gains of the year; the rest is paid back.',
    'The withheld tax is final, and nothing is paid back.',
    'INCOME_TAX_CODE',
    '313',
    READ_DAY,
  ],
  NO_MUNICIPAL_SURCHARGE: [
    'Taxes are shown without a municipal surcharge.',
    'The surcharge of the municipality is added, which an estimate does once it is stated.',
    'INCOME_TAX_CODE',
    '171',
    '2026-11-24',
  ],
  SURCHARGE_ON_TAX_OF_GAINS: [
    'In an estimate, the surcharge is a share of the tax on gains.',
    'It is one of the tax on income too.',
    'INCOME_TAX_CODE',
    '171',
    '2026-11-24',
  ],
  INCOME_FLAT_RATE: [
    'Staking, lending, rewards and airdrops are income when received, at 30 %.',
    'Airdrops that nobody asked for are no income; rewards are income once they are claimed.',
    'INCOME_TAX_CODE',
    '90 and 171',
    READ_DAY,
    { readers: [agreeing('CRYPTOTAX'), disagreeing('WALTIO_AIRDROPS')] },
  ],
  ONE_REGIME_A_YEAR: [
    'All gains of a year are of one regime.',
    'Each gain is judged by itself.',
    'INCOME_TAX_CODE',
    '90',
    READ_DAY,
    { readers: [disagreeing('AEACUS_MEMORANDUM')] },
  ],
  SPECULATIVE_LOSSES_FIVE_YEARS: [
    'In an estimate, losses of speculation lower the gains of speculation of the five years after, the oldest first.',
    'The newest loss first, or no losses of earlier years.',
    'INCOME_TAX_CODE',
    '103',
    '2026-11-24',
  ],
  CODES_OF_LAST_FORM: [
    'Until the form of a year is published, its codes are those of the last form.',
    'No code, until the form is published.',
    'TAX_RETURN',
    null,
    '2026-11-24',
  ],
  FOREIGN_EXCHANGES: [
    'Accounts at custodial exchanges outside Belgium are declared as foreign accounts.',
    'Accounts for crypto-assets need not be declared.',
    'TAX_RETURN',
    'part XIII',
    READ_DAY,
    {
      alsoIn: [
        { source: 'INCOME_TAX_CODE', article: '307, § 1' },
        { source: 'NATIONAL_BANK', article: null },
      ],
      quotation: {
        text: 'at a foreign bank, exchange, credit or savings institution',
        source: 'NATIONAL_BANK',
      },
      readers: [
        agreeing('TAXPATRIA_ACCOUNTS'),
        disagreeing(
          'AEACUS_ACCOUNTS',
          'not explicitly required by law to declare crypto accounts … it is advisable to report',
        ),
      ],
    },
  ],
  GAINS_OF_ACCOUNT_OWNERS: [
    'In an estimate, gains and income belong to the owners of the account where they arise, and each partner has an exemption.',
    'They belong to the owner of the money that the units were bought with.',
    'LAW_2026',
    '96/2',
    READ_DAY,
    { readers: [agreeing('BOLERO')] },
  ],
  BARE_OWNER_HAS_ALL: [
    'In split ownership, all gains are the bare owner’s.',
    'They are divided by the value of each right.',
    'LAW_2026',
    null,
    READ_DAY,
    { readers: [agreeing('BDO'), agreeing('VAN_BREDA')] },
  ],
};
