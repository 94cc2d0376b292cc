/** Requests that one user may try with ids of another: every operation, and every place for an id or a text. */
import { type OperationId, OPERATIONS } from '@ctx/contract/operations';
import { CONTRIBUTION_FIGURES } from '@ctx/domain/vocabulary';
import { bitvavo } from '../settings/file-users.ts';
import { ruleTermsOf } from './people.ts';

/** The path, query and body parameters of an operation as one flat object. */
export type Input = Readonly<Record<string, unknown>>;

/** Ids of the user who tries. */
export interface Own {
  readonly outgoing: string;
  readonly incoming: string;
}

interface Probes {
  /** Inputs with an id of the other user. */
  readonly ids?: (id: string, own: Own, second: string) => readonly Input[];
  /** Inputs with an asset key, a symbol or another text of the other user. */
  readonly texts?: (text: string) => readonly Input[];
  /** Inputs without data of the other user. */
  readonly plain?: readonly Input[];
}

const NOTHING: Probes = { plain: [{}] };
const page = { year: 2026, page: 0, size: 200 };
const SALE = { amount: 1, unitPriceEur: 1000, at: '2026-12-01T00:00:00Z' };
const BRIDGE = { transferKind: 'BRIDGE' };

const PROBES: Readonly<Record<OperationId, Probes>> = {
  getMe: NOTHING,
  getLaw: NOTHING,
  listAccounts: NOTHING,
  listYears: NOTHING,
  listTransactions: {
    texts: (asset) => [
      { ...page, asset },
      { ...page, asset: asset.toLowerCase() },
    ],
    plain: [page],
  },
  explainTransaction: { ids: (taxEventId) => [{ taxEventId }, { taxEventId, year: 2026 }] },
  getOrigin: { ids: (taxEventId) => [{ taxEventId }, { taxEventId, year: 2026 }] },
  getSummary: NOTHING,
  getYearSummary: { plain: [{ year: 2026 }, { year: 2025 }] },
  listContributions: {
    texts: (asset) => [{ ...page, figure: 'capitalGains', asset }],
    plain: CONTRIBUTION_FIGURES.map((figure) => ({ ...page, figure })),
  },
  getYearReport: { plain: [{ year: 2026, format: 'json', language: 'en' }] },
  getEvidence: { plain: [{ year: 2025, size: 50 }] },
  getReported: { plain: [{ year: 2025, size: 50 }] },
  getPhoto: { plain: [{ year: 2026, size: 50 }] },
  listIssues: NOTHING,
  getPortfolio: NOTHING,
  listLots: { texts: (holdingId) => [{ holdingId }], plain: [{ holdingId: 'ETH' }] },
  getPositions: NOTHING,
  getRecalcStatus: NOTHING,
  listRules: NOTHING,
  getLinks: { plain: [{}, { year: 2026 }] },
  listTransferPairs: NOTHING,
  findTransferCandidates: { ids: (taxEventId) => [{ taxEventId }] },
  applyOverride: {
    ids: (taxEventId) => [
      { taxEventId, notes: 'x' },
      { taxEventId, clear: ['notes'] },
    ],
  },
  bulkApplyOverrides: {
    ids: (id, _own, second) => [
      { taxEventIds: [id], notes: 'x' },
      { taxEventIds: [id, second, id], overriddenTaxable: true },
    ],
  },
  correctAsset: {
    ids: (id, _own, second) => [
      { taxEventIds: [id], assetId: 'LUNC' },
      { taxEventIds: [id, second, id], assetId: null },
    ],
  },
  bulkDeleteOverrides: {
    ids: (id, _own, second) => [{ overrideIds: [id] }, { overrideIds: [id, second, id] }],
  },
  removeOverride: { ids: (overrideId) => [{ overrideId }] },
  createRule: { plain: ruleTermsOf('A').map((terms) => ({ ...terms, label: 'x' })) },
  deleteRule: { ids: (ruleId) => [{ ruleId }] },
  matchTransfers: {
    ids: (id, { outgoing, incoming }, second) => [
      { outTaxEventId: id, inTaxEventId: incoming, ...BRIDGE },
      { outTaxEventId: outgoing, inTaxEventId: id, ...BRIDGE },
      { outTaxEventId: id, inTaxEventId: second, ...BRIDGE },
      { outTaxEventId: second, inTaxEventId: id, ...BRIDGE },
    ],
  },
  bulkMatchTransfers: {
    ids: (id, { outgoing, incoming }, second) =>
      [
        { outTaxEventId: id, inTaxEventId: incoming, ...BRIDGE },
        { outTaxEventId: outgoing, inTaxEventId: id, ...BRIDGE },
        { outTaxEventId: id, inTaxEventId: second, ...BRIDGE },
      ].map((pair) => ({ pairs: [pair], markOwnWallet: true })),
  },
  unmatchTransfer: { ids: (matchId) => [{ matchId }] },
  previewSale: {
    texts: (assetKey) => [{ assetKey, ...SALE }],
    plain: [{ assetKey: 'ETH', ...SALE }],
  },
  previewDeparture: { plain: [{ at: SALE.at }] },
  listHistory: {
    ids: (id) => [
      { page: 0, size: 200, taxEventId: id },
      { page: 0, size: 200, entryId: id },
    ],
    texts: (via) => [{ page: 0, size: 200, via }],
    // Without rules: the caller created some with texts of the other user.
    plain: ['OVERRIDE', 'TRANSFER_MATCH'].map((kind) => ({ page: 0, size: 200, kind })),
  },
  listReadings: { plain: [{ year: 2026 }] },
  getCircumstances: { plain: [{ year: 2026 }] },
  // The year is not paid by the caller, so that the caller's own circumstances stay.
  setCircumstances: { plain: [{ year: 2025, otherGains: 1 }] },
  removeCircumstances: { plain: [{ year: 2025 }] },
  getRegime: { plain: [{ year: 2026 }] },
  chooseRegime: { plain: [{ year: 2025, regime: 'SPECULATIEF' }] },
  listPrices: {
    texts: (assetKey) => [{ assetKey, page: 0, size: 200 }],
    plain: [{ page: 0, size: 200 }],
  },
  // Another asset than the caller's own price is of, which stays.
  setPrices: { plain: [{ prices: [{ assetKey: 'NEVER-HELD', day: '2025-06-01', eur: -1, source: 'x' }] }] },
  removePrice: { ids: (priceId) => [{ priceId }] },
  listMoney: {
    ids: (account) => [{ account, page: 0, size: 200 }],
    plain: [{ page: 0, size: 200 }],
  },
  listBalances: { ids: (accountId) => [{ accountId }] },
  stateReported: {
    plain: [{ year: 2026, platform: 'Kraken', totals: [{ assetId: 'NEVER-HELD', kind: 'PAID', units: -1 }] }],
  },
  removeReported: { ids: (statedId) => [{ year: 2026, statedId }] },
  stateBalance: { ids: (accountId) => [{ accountId, assetId: 'ETH', at: SALE.at, amount: 1 }] },
  removeBalance: {
    ids: (id, _own, second) => [
      { accountId: id, balanceId: second },
      { accountId: second, balanceId: id },
    ],
  },
  undoCorrection: { ids: (entryId) => [{ entryId }] },
  listFiles: { plain: [{ page: 0, size: 200 }] },
  getFile: { ids: (fileId) => [{ fileId }] },
  createUpload: NOTHING,
  addFile: {
    ids: (uploadId) => [{ uploadId }, { uploadId, dryRun: true }],
    plain: [{ name: 'x.csv', dryRun: true, content: bitvavo('ISOLATED') }],
  },
  addPriceFile: {
    ids: (uploadId) => [
      { uploadId, source: 'x' },
      { uploadId, source: 'x', dryRun: true },
    ],
    plain: [{ source: 'x', dryRun: true, content: 'asset,date,eur\nNEVER-HELD,2025-06-01,1\n' }],
  },
  listWebhooks: NOTHING,
  addWebhook: { plain: [{ url: 'https://127.0.0.1/' }] },
  rotateWebhook: { ids: (webhookId) => [{ webhookId }] },
  replayEvents: { ids: (webhookId) => [{ webhookId }] },
  removeWebhook: { ids: (webhookId) => [{ webhookId }] },
  removeFile: { ids: (fileId) => [{ fileId }, { fileId, dryRun: true }] },
};

/** An operation and the input to send. */
export interface Probe {
  readonly operation: (typeof OPERATIONS)[number];
  readonly input: Input;
  /** The same input with an id or a text that no user has. */
  readonly unknown: Input | null;
}

/** Ids and a text that no user has. */
export interface Nobodys {
  readonly id: string;
  readonly second: string;
  readonly text: string;
}

/** Returns the probes of all operations with every id and text of the other user. Throws for an operation without a case. */
export function allProbes(
  ids: readonly string[],
  texts: readonly string[],
  own: Own,
  second: string,
  nobodys: Nobodys,
): Probe[] {
  return OPERATIONS.flatMap((operation): Probe[] => {
    const probes = PROBES[operation.id] as Probes | undefined;
    if (probes === undefined) throw new Error(`no case for the operation ${operation.id}`);
    const unknownById = probes.ids?.(nobodys.id, own, nobodys.second) ?? [];
    const unknownByText = probes.texts?.(nobodys.text) ?? [];
    return [
      ...(probes.plain ?? []).map((input) => ({ operation, input, unknown: null })),
      ...ids.flatMap((id) =>
        (probes.ids?.(id, own, second) ?? []).map((input, index) => ({
          operation,
          input,
          unknown: unknownById[index] ?? null,
        })),
      ),
      ...texts.flatMap((text) =>
        (probes.texts?.(text) ?? []).map((input, index) => ({
          operation,
          input,
          unknown: unknownByText[index] ?? null,
        })),
      ),
    ];
  });
}
