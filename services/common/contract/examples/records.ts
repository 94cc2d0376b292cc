/** Records in the examples: two lots of ETH, of which one and a half are sold (worked example 1). */

export const SALE_ID = 'b3c1a2d4-5e6f-5a7b-8c9d-0e1f2a3b4c5d';
const PURCHASE_ID = '0f8d3c5e-7a1b-5c2d-9e3f-4a5b6c7d8e9f';
export const ARRIVAL_ID = '4d5e6f70-8192-5a3b-8c4d-5e6f708192a3';
export const ACCOUNT_ID = '6a7b8c9d-0e1f-5a2b-8c3d-4e5f60718293';
export const OVERRIDE_ID = '2c3d4e5f-6071-4829-93a4-b5c6d7e8f901';
export const RULE_ID = '7e8f9012-3456-4789-8abc-def012345678';
export const MATCH_ID = '91a2b3c4-d5e6-4f70-8a1b-2c3d4e5f6071';

export const sale = {
  id: SALE_ID,
  accountId: ACCOUNT_ID,
  type: 'DISPOSITION',
  treatment: 'NORMAL',
  taxable: true,
  timestamp: '2026-03-10T10:00:00Z',
  amount: 1.5,
  assetKey: 'ETH',
  assetSymbol: 'ETH',
  flags: [],
  needsReview: false,
  spam: false,
  euroValue: 5250,
  description: 'Sold on Kraken',
  protocol: null,
  referenceId: 'S1',
  continuityGroupId: null,
  overrideId: null,
};

export const arrival = {
  ...sale,
  id: ARRIVAL_ID,
  type: 'ACQUISITION',
  treatment: 'CONTINUITY_WITHDRAW',
  timestamp: '2026-03-10T10:20:00Z',
  amount: 1.4995,
  euroValue: 5248.25,
  description: null,
  referenceId: 'IN',
};

export const exact = (eur: number): object => ({ locked: false, exact: eur, low: null, high: null });
export const band = (low: number, high: number): object => ({ locked: true, exact: null, low, high });

export const totals = {
  totalCapitalGains: exact(1250),
  totalCapitalGainsTax: exact(125),
  totalIncome: exact(0),
  totalIncomeTax: exact(0),
  totalTax: exact(125),
};

export const override = {
  accountId: ACCOUNT_ID,
  amount: 1.5,
  assetId: 'ETH',
  originalType: 'DISPOSITION',
  referenceId: 'S1',
  id: OVERRIDE_ID,
  createdAt: '2026-04-01T09:30:00Z',
  updatedAt: '2026-04-01T09:30:00Z',
  orphanedSince: null,
  originAcquiredAt: null,
  overriddenTimestamp: null,
  updatedBy: 1,
  submissionId: null,
  notes: 'Price from the invoice.',
  offlineWalletLabel: null,
  originalDescription: 'Sold on Kraken',
  originalTreatment: 'NORMAL',
  overriddenDescription: null,
  overriddenTreatment: null,
  overriddenType: null,
  originalEuroValue: null,
  overriddenEuroValue: 5250,
  overriddenAmount: null,
  originalTaxable: true,
  overriddenTaxable: null,
  originalFlags: [],
  overriddenFlags: null,
};

export const rule = {
  id: RULE_ID,
  action: 'IGNORE_DUST',
  label: 'Dust below ten cents',
  matchType: 'DUST_THRESHOLD',
  direction: 'INBOUND',
  counterpartyAddress: null,
  chainId: null,
  matchValue: null,
  thresholdEur: 0.1,
  notes: null,
  matchedCount: 12,
  createdAt: '2026-04-01T09:30:00Z',
  createdVia: 'laptop',
};

export const match = {
  id: MATCH_ID,
  outTaxEventId: SALE_ID,
  inTaxEventId: ARRIVAL_ID,
  transferKind: 'SELF_TRANSFER',
  notes: null,
  createdAt: '2026-04-01T09:30:00Z',
  createdVia: 'laptop',
};

export const lot = {
  lotId: '5f607182-93a4-5b5c-8d6e-7f8091a2b3c4',
  acquisitionEventId: PURCHASE_ID,
  acquisitionEvent: {
    id: PURCHASE_ID,
    amount: 1,
    priceSource: 'IMPORT',
    treatment: 'NORMAL',
    timestamp: '2026-02-10T10:00:00Z',
    dataSource: 'KRAKEN',
    description: null,
    link: null,
    protocol: null,
    euroValue: 3000,
  },
  acquisitionTimestamp: '2026-02-10T10:00:00Z',
  acquiredAmount: 1,
  remainingAmount: 0.5,
  averageAcquisitionPrice: 3000,
  costBasis: 1500,
  currentValue: 2000,
  unrealizedGain: 500,
  holdingPeriodDays: 80,
  currentPrice: 4000,
  unrealizedGainPercentage: 33.33,
  taxBasis: 1500,
  unrealizedTaxableGain: 500,
};

export const explainedSale = {
  type: 'DISPOSITION',
  amount: 1.5,
  asset: { assetId: 'ETH', symbol: 'ETH' },
  attachments: [],
  flags: [],
  isLoan: false,
  isManualCorrection: false,
  isRepayment: false,
  needsReview: false,
  priceSource: 'IMPORT',
  taxable: true,
  timestamp: '2026-03-10T10:00:00Z',
  treatment: 'NORMAL',
  accountLabel: 'Kraken',
  continuityGroupId: null,
  description: 'Sold on Kraken',
  link: null,
  manualCorrectionId: null,
  manualCorrectionKind: null,
  referenceId: 'S1',
  euroValue: 5250,
  id: SALE_ID,
  eventKey: { accountId: ACCOUNT_ID, assetId: 'ETH', originalType: 'DISPOSITION', referenceId: 'S1' },
  acquisitions: [
    {
      acquisitionEventId: PURCHASE_ID,
      acquisitionTimestamp: '2026-02-10T10:00:00Z',
      amount: 1.5,
      gain: 1250,
      holdingPeriodDays: 28,
      averageAcquisitionPrice: 2666.666666666667,
      costBasis: 4000,
    },
  ],
  averageSellPrice: 3500,
  totalGain: 1250,
  loanClosures: [],
};

export const importedSale = {
  accountId: ACCOUNT_ID,
  source: 'KRAKEN',
  accountLabel: 'Kraken',
  file: null,
  referenceId: 'S1',
  type: 'DISPOSITION',
  treatment: 'NORMAL',
  taxable: null,
  amount: 1.5,
  timestamp: '2026-03-10T10:00:00Z',
  assetKey: 'ETH',
  euroValue: 5250,
  priceSource: null,
  description: 'Sold on Kraken',
  counterpartyAddress: null,
  chainId: null,
  flags: [],
  link: null,
};

export const taxableByLaw = {
  kind: 'LAW',
  field: 'taxable',
  from: null,
  to: 'true',
  at: null,
  via: null,
  id: null,
  page: 'https://tax.example/docs/rules/engine#taxable',
};

export const explainedSlice = {
  kind: 'CONSUMED',
  lotId: '5f607182-93a4-5b5c-8d6e-7f8091a2b3c4',
  acquisitionEventId: PURCHASE_ID,
  acquiredAt: '2026-02-10T10:00:00Z',
  holdingPeriodDays: 28,
  amount: 1.5,
  gain: exact(1250),
  proceeds: 5250,
  historicCost: 4000,
  costBasis: 4000,
  method: 'HISTORIC',
  page: 'https://tax.example/docs/rules/engine#3-gain-of-one-consumed-lot-slice',
  photoMissing: null,
  chain: [
    {
      lotId: '5f607182-93a4-5b5c-8d6e-7f8091a2b3c4',
      kind: 'ACQUISITION',
      taxEventId: PURCHASE_ID,
      outTaxEventId: null,
      assetKey: 'ETH',
      amount: 2,
      costBasis: 5333.33,
      arrivedAt: '2026-02-10T10:00:00Z',
      givenTaxEventIds: [],
    },
  ],
  chainLeftOut: 0,
};

export const position = {
  positionId: 'a4b5c6d7-e8f9-4012-9345-6789abcdef01',
  chainId: 1,
  chainName: 'Ethereum',
  contractAddress: '0xae7ab96520de3a18e5e111b5eaab095312d7fe84',
  protocol: 'Lido',
  type: 'STAKING',
  entryTimestamp: '2026-04-01T00:00:00Z',
  isExact: true,
  metadata: { pool: 'stETH' },
  depositedAssets: [
    {
      assetKey: 'ETH',
      assetSymbol: 'ETH',
      amount: 0.2,
      entryPrice: 3000,
      currentPrice: 4000,
      currentValue: 800,
    },
  ],
  underlyingAssets: [
    {
      assetKey: 'ETH',
      assetSymbol: 'ETH',
      amount: 0.21,
      entryPrice: null,
      currentPrice: 4000,
      currentValue: 840,
    },
  ],
  error: null,
  totalCurrentValue: 840,
  totalEntryValue: 600,
  yieldPercent: 5,
};

export const reviewQueueCounts = {
  total: 1,
  countsByIssueType: { MISSING_PRICE: 1 },
  countsByQueue: { PRICES: 1 },
};

export const scheduled = { deleted: true, recalc: 'SCHEDULED' };

export const salePreview = {
  warnings: [],
  assetKey: 'ETH',
  assetSymbol: 'ETH',
  amount: 1,
  euroValue: 3000,
  sale: {
    at: '2026-11-20T10:00:00Z',
    year: 2026,
    gain: 472.5,
    tax: 47.25,
    exemptionUsed: 472.5,
    exemptionRemaining: 8277.5,
    missingAmount: 0,
    missingPhotoValues: [],
    methods: [{ method: 'PHOTO', lots: 1, amount: 1, proceeds: 3000, basis: 2527.5, gain: 472.5 }],
    sliceCount: 1,
    slices: [
      {
        lotId: lot.lotId,
        acquiredAt: '2024-03-01T09:00:00Z',
        amount: 1,
        proceeds: 3000,
        historicCost: 1800,
        photoValue: 2527.5,
        basis: 2527.5,
        method: 'PHOTO',
        gain: 472.5,
      },
    ],
  },
};
