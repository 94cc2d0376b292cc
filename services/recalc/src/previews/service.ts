/** PreviewService: what a correction or a sale would do, for the corrections service. */
import type { CallsPerUser } from '@ctx/platform/calls-per-user';
import { type GrpcServerSettings, unary } from '@ctx/platform/grpc-server';
import type {
  CorrectionPreview,
  PreviewCorrectionRequest,
  PreviewServiceServer,
} from '@ctx/proto/gen/ctx/v1/preview';
import type { Proposal } from '../runs/proposal.ts';
import { previewCurrent, type PreviewRoom } from './current.ts';
import { toMessage } from './present.ts';
import { ruleEvents } from './rule-events.ts';
import { listReadings } from '../readings/readings.ts';
import { previewSale } from './sale.ts';

/** PreviewService in `room`. `perUser` limits each user's concurrent previews. */
export function previewService(
  room: PreviewRoom,
  perUser: CallsPerUser,
  settings: GrpcServerSettings,
): PreviewServiceServer {
  return {
    previewCorrection: unary(settings, (request, { caller: { userId }, signal }) =>
      perUser.run(userId, () => previewCorrection(room, userId, request), signal),
    ),
    listReadings: unary(settings, ({ year }, { caller: { userId }, signal }) =>
      perUser.run(userId, () => listReadings(room, userId, year), signal),
    ),
    previewSale: unary(settings, (request, { caller: { userId }, signal }) =>
      perUser.run(userId, () => previewSale(room, userId, request), signal),
    ),
  };
}

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
