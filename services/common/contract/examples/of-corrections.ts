/** Examples of the operations of corrections. */
import { DEFERRAL } from '@ctx/domain/law/departure';
import { REJECTIONS } from '@ctx/domain/rejections';
import type { Example } from './example.ts';
import {
  SALE_ID,
  ARRIVAL_ID,
  OVERRIDE_ID,
  RULE_ID,
  MATCH_ID,
  sale,
  arrival,
  override,
  rule,
  match,
  scheduled,
  salePreview,
} from './records.ts';

export const CORRECTION_EXAMPLES = {
  applyOverride: {
    body: { taxEventId: SALE_ID, overriddenEuroValue: 5250, notes: 'Price from the invoice.' },
    answer: { override, created: true, changed: true, recalc: 'SCHEDULED' },
  },
  bulkApplyOverrides: {
    body: { taxEventIds: [SALE_ID, ARRIVAL_ID], overriddenTreatment: 'IGNORED' },
    answer: {
      processed: 2,
      succeeded: 1,
      failed: 1,
      recalc: 'SCHEDULED',
      results: [
        { id: SALE_ID, status: 'APPLIED', code: null, message: null, overrideId: OVERRIDE_ID },
        {
          id: ARRIVAL_ID,
          status: 'FAILED',
          code: 'YEAR_FROZEN',
          message: REJECTIONS.YEAR_FROZEN.message,
          overrideId: null,
        },
      ],
    },
  },
  correctAsset: {
    body: { taxEventIds: [ARRIVAL_ID], assetId: 'LUNC' },
    answer: {
      processed: 1,
      succeeded: 1,
      failed: 0,
      recalc: 'SCHEDULED',
      results: [{ id: ARRIVAL_ID, status: 'APPLIED', code: null, message: null, overrideId: OVERRIDE_ID }],
    },
  },
  bulkDeleteOverrides: {
    body: { overrideIds: [OVERRIDE_ID] },
    answer: {
      processed: 1,
      succeeded: 1,
      failed: 0,
      recalc: 'SCHEDULED',
      results: [{ id: OVERRIDE_ID, status: 'DELETED', code: null, message: null, overrideId: OVERRIDE_ID }],
    },
  },
  removeOverride: { parameters: { overrideId: OVERRIDE_ID }, answer: scheduled },
  listRules: { answer: { rules: [rule] } },
  createRule: {
    body: {
      action: 'IGNORE_DUST',
      label: 'Dust below ten cents',
      matchType: 'DUST_THRESHOLD',
      direction: 'INBOUND',
      thresholdEur: 0.1,
    },
    answer: { rule: { ...rule, matchedCount: null }, created: true, recalc: 'SCHEDULED' },
  },
  deleteRule: { parameters: { ruleId: RULE_ID }, answer: scheduled },
  listTransferPairs: {
    answer: {
      more: false,
      pairs: [
        {
          departure: {
            id: SALE_ID,
            accountLabel: 'Kraken',
            assetSymbol: 'ETH',
            amount: 1.5,
            timestamp: '2026-03-10T10:00:00Z',
          },
          arrival: {
            id: arrival.id,
            accountLabel: 'Ledger',
            assetSymbol: 'ETH',
            amount: arrival.amount,
            timestamp: arrival.timestamp,
          },
          transferKind: 'SELF_TRANSFER',
          needsMark: true,
        },
      ],
    },
  },
  findTransferCandidates: {
    parameters: { taxEventId: SALE_ID },
    answer: {
      taxEvent: sale,
      candidates: [
        {
          taxEvent: arrival,
          transferKind: 'SELF_TRANSFER',
          amountDifference: 0.0005,
          secondsApart: 1200,
          score: 0.98,
        },
      ],
      existingMatchIds: [],
    },
  },
  matchTransfers: {
    body: { outTaxEventId: SALE_ID, inTaxEventId: ARRIVAL_ID, transferKind: 'SELF_TRANSFER' },
    answer: { match, created: true, recalc: 'SCHEDULED' },
  },
  bulkMatchTransfers: {
    body: {
      pairs: [{ outTaxEventId: SALE_ID, inTaxEventId: ARRIVAL_ID, transferKind: 'SELF_TRANSFER' }],
      markOwnWallet: true,
    },
    answer: {
      processed: 1,
      succeeded: 1,
      failed: 0,
      recalc: 'SCHEDULED',
      results: [
        {
          outTaxEventId: SALE_ID,
          inTaxEventId: ARRIVAL_ID,
          status: 'APPLIED',
          code: null,
          message: null,
          matchId: MATCH_ID,
        },
      ],
    },
  },
  previewSale: {
    parameters: { assetKey: 'ETH', amount: 1, unitPriceEur: 3000, at: '2026-11-20T10:00:00Z' },
    answer: salePreview,
  },
  previewDeparture: {
    parameters: { at: '2026-11-20T10:00:00Z' },
    answer: {
      warnings: ['No price of WLD is known: these figures leave its units out.'],
      at: '2026-11-20T10:00:00Z',
      year: 2026,
      value: 30000,
      gain: 12000,
      tax: 1200,
      exemptionUsed: 10000,
      exemptionRemaining: 0,
      holdings: [
        {
          assetKey: 'ETH',
          assetSymbol: 'ETH',
          amount: 10,
          unitPriceEur: 3000,
          euroValue: 30000,
          gain: 12000,
        },
        { assetKey: 'WLD', assetSymbol: 'WLD', amount: 5, unitPriceEur: null, euroValue: null, gain: null },
      ],
      withoutPrice: ['WLD'],
      missingPhotoValues: [],
      deferral: DEFERRAL,
    },
  },
  unmatchTransfer: { parameters: { matchId: MATCH_ID }, answer: scheduled },
} as const satisfies Record<string, Example>;
