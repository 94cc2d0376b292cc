/** The table of the rpcs of corrections: the schema of a request, its decision, and its messages. */
import { BalancePath, BalanceInput } from '@ctx/contract/balances';
import { SetCircumstancesInput, YearPath } from '@ctx/contract/circumstances';
import { UndoRequest } from '@ctx/contract/history';
import type { OperationId } from '@ctx/contract/operations';
import type { RequestOf } from '@ctx/contract/parse-input';
import { PricesRequest, RemovePriceRequest } from '@ctx/contract/prices';
import { ChooseRegimeInput } from '@ctx/contract/regime';
import { StatedTotalPath, StatedTotalsInput } from '@ctx/contract/stated-totals';
import * as requests from '@ctx/contract/requests';
import * as messages from '@ctx/proto/gen/ctx/v1/corrections';
import type { z } from 'zod';
import { removeBalance, stateBalance } from './balances.ts';
import { removeCircumstances, setCircumstances } from './circumstances.ts';
import type { Codec } from '../store/request-digest.ts';
import type { Correction } from './correct.ts';
import * as operations from './operations.ts';
import { removePrice, setPrices } from './prices.ts';
import { chooseRegime } from './regime.ts';
import { removeReported, stateReported } from './stated-totals.ts';
import { undoCorrection } from './undo.ts';

/** One rpc of corrections. */
export interface CorrectionRpc<Schema extends z.ZodObject, Request, Response> extends Correction<
  RequestOf<Schema>,
  Response
> {
  /** The operation of the contract. Stored in the digests of idempotent requests, so it must not change. */
  readonly id: OperationId;
  readonly schema: Schema;
  readonly request: Codec<Request>;
}

/** Checks the types of one row against each other. */
const rpc = <Schema extends z.ZodObject, Request, Response>(row: CorrectionRpc<Schema, Request, Response>) =>
  row;

/** The corrections, by the name of their rpc. */
export const RPCS = {
  applyOverride: rpc({
    id: 'applyOverride',
    schema: requests.OverrideRequest,
    decide: operations.applyOverride,
    request: messages.OverrideRequest,
    response: messages.OverrideResponse,
  }),
  bulkApplyOverrides: rpc({
    id: 'bulkApplyOverrides',
    schema: requests.BulkOverrideRequest,
    decide: operations.bulkApplyOverrides,
    request: messages.BulkOverrideRequest,
    response: messages.BulkResponse,
  }),
  correctAsset: rpc({
    id: 'correctAsset',
    schema: requests.AssetCorrectionRequest,
    decide: operations.correctAsset,
    request: messages.AssetCorrectionRequest,
    response: messages.BulkResponse,
  }),
  bulkDeleteOverrides: rpc({
    id: 'bulkDeleteOverrides',
    schema: requests.BulkDeleteRequest,
    decide: operations.bulkDeleteOverrides,
    request: messages.BulkDeleteRequest,
    response: messages.BulkResponse,
  }),
  removeOverride: rpc({
    id: 'removeOverride',
    schema: requests.RemoveOverrideRequest.extend(requests.DryRunQuery.shape),
    decide: operations.removeOverride,
    request: messages.RemoveOverrideRequest,
    response: messages.DeleteResponse,
  }),
  createRule: rpc({
    id: 'createRule',
    schema: requests.RuleInput,
    decide: operations.createRule,
    request: messages.RuleRequest,
    response: messages.RuleResponse,
  }),
  deleteRule: rpc({
    id: 'deleteRule',
    schema: requests.DeleteRuleRequest.extend(requests.DryRunQuery.shape),
    decide: operations.deleteRule,
    request: messages.DeleteRuleRequest,
    response: messages.DeleteResponse,
  }),
  matchTransfers: rpc({
    id: 'matchTransfers',
    schema: requests.TransferMatchInput,
    decide: operations.matchTransfers,
    request: messages.TransferMatchRequest,
    response: messages.TransferMatchResponse,
  }),
  bulkMatchTransfers: rpc({
    id: 'bulkMatchTransfers',
    schema: requests.BulkMatchRequest,
    decide: operations.bulkMatchTransfers,
    request: messages.BulkMatchRequest,
    response: messages.BulkMatchResponse,
  }),
  unmatchTransfer: rpc({
    id: 'unmatchTransfer',
    schema: requests.UnmatchTransferRequest.extend(requests.DryRunQuery.shape),
    decide: operations.unmatchTransfer,
    request: messages.UnmatchTransferRequest,
    response: messages.DeleteResponse,
  }),
  setCircumstances: rpc({
    id: 'setCircumstances',
    schema: SetCircumstancesInput,
    decide: setCircumstances,
    request: messages.SetCircumstancesRequest,
    response: messages.CircumstancesOutcome,
  }),
  removeCircumstances: rpc({
    id: 'removeCircumstances',
    schema: YearPath.extend(requests.DryRunQuery.shape),
    decide: removeCircumstances,
    request: messages.RemoveCircumstancesRequest,
    response: messages.DeleteResponse,
  }),
  chooseRegime: rpc({
    id: 'chooseRegime',
    schema: ChooseRegimeInput,
    decide: chooseRegime,
    request: messages.ChooseRegimeRequest,
    response: messages.RegimeOutcome,
  }),
  setPrices: rpc({
    id: 'setPrices',
    schema: PricesRequest,
    decide: setPrices,
    request: messages.PricesRequest,
    response: messages.PricesOutcome,
  }),
  removePrice: rpc({
    id: 'removePrice',
    schema: RemovePriceRequest.extend(requests.DryRunQuery.shape),
    decide: removePrice,
    request: messages.RemovePriceRequest,
    response: messages.DeleteResponse,
  }),
  stateBalance: rpc({
    id: 'stateBalance',
    schema: BalanceInput,
    decide: stateBalance,
    request: messages.BalanceRequest,
    response: messages.BalanceOutcome,
  }),
  removeBalance: rpc({
    id: 'removeBalance',
    schema: BalancePath.extend(requests.DryRunQuery.shape),
    decide: removeBalance,
    request: messages.RemoveBalanceRequest,
    response: messages.DeleteResponse,
  }),
  stateReported: rpc({
    id: 'stateReported',
    schema: StatedTotalsInput,
    decide: stateReported,
    request: messages.StatedTotalsRequest,
    response: messages.StatedTotalsOutcome,
  }),
  removeReported: rpc({
    id: 'removeReported',
    schema: StatedTotalPath.extend(requests.DryRunQuery.shape),
    decide: removeReported,
    request: messages.RemoveReportedRequest,
    response: messages.DeleteResponse,
  }),
  undoCorrection: rpc({
    id: 'undoCorrection',
    schema: UndoRequest.extend(requests.DryRunQuery.shape),
    decide: undoCorrection,
    request: messages.UndoCorrectionRequest,
    response: messages.UndoResponse,
  }),
};
