/** Previews by the recalc service: what decided changes or a sale would do. Nothing is saved. */
import { REJECTIONS, type Rejection, type RejectionName } from '@ctx/domain/rejections';
import {
  callerMetadata,
  callUnary,
  createGrpcClient,
  rejectionCodeOf,
  type UnaryMethod,
} from '@ctx/platform/grpc-client';
import { clientGone, GrpcRejection } from '@ctx/platform/grpc-server';
import type { Caller, SigningKey } from '@ctx/platform/caller';
import type { Tls } from '@ctx/platform/tls';
import {
  type CorrectionPreview,
  type DeparturePreview,
  type ListReadingsRequest,
  type PreviewDepartureRequest,
  type PreviewSaleRequest,
  PreviewServiceClient,
  type ProposedRows,
  type ReadingsResponse,
  type SalePreview,
} from '@ctx/proto/gen/ctx/v1/preview';
import { type ServiceError, status } from '@grpc/grpc-js';
import { type Change, isBesideFigures, reachOf } from '../decide/decision.ts';
import { type CorrectionTable, rowOf, TABLES } from '../store/correction-rows.ts';

type PreviewCaller = Pick<Caller, 'userId' | 'via' | 'requestId'>;

/** The call that needs a preview. */
export interface PreviewCall {
  readonly caller: PreviewCaller;
  readonly signal: AbortSignal;
}

/** Asks the recalc service for previews, until `signal` aborts. A rejection is returned as a value, as by a decision. */
export interface Previews {
  ofChanges(call: PreviewCall, changes: readonly Change[]): Promise<CorrectionPreview | Rejection>;
  ofEvents(
    call: PreviewCall,
    events: readonly Readonly<Record<string, unknown>>[],
  ): Promise<CorrectionPreview | Rejection>;
  ofSale(call: PreviewCall, request: PreviewSaleRequest): Promise<SalePreview | Rejection>;
  ofDeparture(call: PreviewCall, request: PreviewDepartureRequest): Promise<DeparturePreview | Rejection>;
  ofReadings(call: PreviewCall, request: ListReadingsRequest): Promise<ReadingsResponse | Rejection>;
  /** Closes the connection. */
  close(): void;
}

/** Recalc waits up to 3 s for current figures, and its statements end after 5 s each. */
const PREVIEW_MS_MAX = 10_000;

/** Connects to the recalc service at `address`. */
export function connectPreviews(address: string, callerKey: SigningKey, tls: Tls | null): Previews {
  const client = createGrpcClient(PreviewServiceClient, address, tls);
  const ask = <Request, Response>(
    method: UnaryMethod<Request, Response>,
    { caller, signal }: PreviewCall,
    request: Request,
  ): Promise<Response | Rejection> => {
    const metadata = callerMetadata({ ...caller, scope: 'read' }, callerKey);
    return callUnary(method, request, metadata, PREVIEW_MS_MAX, signal).catch(asRejection);
  };
  return {
    ofChanges: async (call, changes) => {
      if (isBesideFigures(changes)) return NO_EFFECT;
      const reach = reachOf(changes);
      const rule = changes.find(({ action }) => TABLES[action].preview === 'rules');
      const request = {
        tables: proposedRows(changes),
        changedEventIds: reach === 'EVERYTHING' ? [] : [...reach],
        everything: reach === 'EVERYTHING',
        ruleId: rule === undefined ? null : String(rowOf(rule)['rule_id']),
      };
      return ask(client.previewCorrection.bind(client), call, request);
    },
    ofEvents: (call, events) => {
      const request = {
        tables: [{ table: 'events', rows: events.map((row) => JSON.stringify(row)), removed: [] }],
        changedEventIds: events.map((row) => String(row['event_id'])),
        everything: false,
        ruleId: null,
      };
      return ask(client.previewCorrection.bind(client), call, request);
    },
    ofSale: (call, request) => ask(client.previewSale.bind(client), call, request),
    ofDeparture: (call, request) => ask(client.previewDeparture.bind(client), call, request),
    ofReadings: (call, request) => ask(client.listReadings.bind(client), call, request),
    close: () => {
      client.close();
    },
  };
}

const NO_EFFECT: CorrectionPreview = {
  years: [],
  lockedYears: [],
  issues: { appearCount: 0, disappearCount: 0, appear: [], disappear: [] },
  rule: null,
};

/** The place of a new rule or match: after all that exist. */
const LAST = Number.MAX_SAFE_INTEGER;

/** Returns the rows that the changes would leave in each table, and the ids of those that they would delete. */
function proposedRows(changes: readonly Change[]): ProposedRows[] {
  const byTable = Map.groupBy(changes, ({ action }): CorrectionTable => TABLES[action]);
  return [...byTable].flatMap(([{ preview: table, id, numbered }, ofTable]) => {
    if (table === null) return [];
    const ordinal = numbered === undefined ? {} : { ordinal: LAST };
    return {
      table,
      rows: ofTable
        .filter(({ after }) => after !== null)
        .map((change) => JSON.stringify({ ...ordinal, ...rowOf(change) })),
      removed: ofTable.filter(({ after }) => after === null).map((change) => String(rowOf(change)[id])),
    };
  });
}

// The recalc service is down, or did not answer in time.
const UNAVAILABLE: readonly unknown[] = [
  status.DEADLINE_EXCEEDED,
  status.RESOURCE_EXHAUSTED,
  status.UNAVAILABLE,
];

function asRejection(error: unknown): Rejection {
  const { code } = error as Partial<ServiceError>;
  if (code === status.CANCELLED) throw clientGone();
  if (UNAVAILABLE.includes(code)) throw new GrpcRejection(status.UNAVAILABLE, 'previews are not available');
  const name = rejectionCodeOf(error) ?? (code === status.NOT_FOUND ? 'NOT_FOUND' : '');
  if (!Object.hasOwn(REJECTIONS, name)) throw error;
  return { rejected: name as RejectionName };
}
