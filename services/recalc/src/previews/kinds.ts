/** The kinds of previews, and what computes each: in the process, or in the thread for large ones. */
import type {
  CorrectionPreview,
  DeparturePreview,
  ListReadingsRequest,
  PreviewCorrectionRequest,
  PreviewDepartureRequest,
  PreviewSaleRequest,
  ReadingsResponse,
  SalePreview,
} from '@ctx/proto/gen/ctx/v1/preview';
import { listReadings } from './readings/readings.ts';
import type { Proposal } from '../runs/proposal.ts';
import { previewCurrent, type PreviewRoom } from './current.ts';
import { previewDeparture } from './departure.ts';
import { toMessage } from './present.ts';
import { ruleEvents } from './rule-events.ts';
import { previewSale } from './sale.ts';

/** Request and response of each kind. */
export interface PreviewKinds {
  readonly correction: readonly [PreviewCorrectionRequest, CorrectionPreview];
  readonly departure: readonly [PreviewDepartureRequest, DeparturePreview];
  readonly readings: readonly [ListReadingsRequest, ReadingsResponse];
  readonly sale: readonly [PreviewSaleRequest, SalePreview];
}
export type PreviewKind = keyof PreviewKinds;
export type RequestOf<Kind extends PreviewKind> = PreviewKinds[Kind][0];
export type ResponseOf<Kind extends PreviewKind> = PreviewKinds[Kind][1];

type Compute<Kind extends PreviewKind> = (
  room: PreviewRoom,
  userId: number,
  request: RequestOf<Kind>,
) => Promise<ResponseOf<Kind>>;

/** Computes a preview of a kind. Rejects with PREVIEW_TOO_LARGE for more events than the room has. */
export const COMPUTE: { readonly [Kind in PreviewKind]: Compute<Kind> } = {
  correction: previewCorrection,
  departure: previewDeparture,
  readings: (room, userId, { year }) => listReadings(room, userId, year),
  sale: previewSale,
};

async function previewCorrection(
  room: PreviewRoom,
  userId: number,
  request: PreviewCorrectionRequest,
): Promise<CorrectionPreview> {
  const { everything, changedEventIds, ruleId } = request;
  const changed = everything ? 'EVERYTHING' : changedEventIds;
  const preview = await previewCurrent(room, userId, { changed, proposal: proposalOf(request) });
  const outputs = isCreated(request) ? preview.outputs : null;
  const rule = ruleId == null ? null : await ruleEvents(room.pool, userId, ruleId, outputs);
  return toMessage(preview, rule);
}

const isCreated = ({ tables, ruleId }: PreviewCorrectionRequest): boolean =>
  !tables.some(({ removed }) => removed.includes(ruleId ?? ''));

function proposalOf({ tables }: PreviewCorrectionRequest): Proposal {
  return Object.fromEntries(
    tables.map(({ table, rows, removed }) => [
      table,
      { rows: rows.map((row) => JSON.parse(row) as Record<string, unknown>), removed },
    ]),
  );
}
