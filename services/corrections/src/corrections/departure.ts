/** The preview of a departure abroad: checked here as a correction of its year would be, computed by the recalc service. */
import type { RequestOf } from '@ctx/contract/parse-input';
import type { PreviewDepartureRequest } from '@ctx/contract/requests';
import { parseInstantUs, taxYear } from '@ctx/domain/instant';
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import type { Rejection } from '@ctx/domain/rejections';
import { oneFlight } from '@ctx/platform/one-flight';
import { type Pool, snapshotAsUser } from '@ctx/platform/postgres';
import type { DeparturePreview } from '@ctx/proto/gen/ctx/v1/preview';
import { rejectionOfYears } from '../decide/years.ts';
import { readNow } from '../store/answers.ts';
import { readYears } from '../store/correction-facts.ts';
import type { PreviewCall, Previews } from './previews.ts';

/** Previews a departure, now unless the request names a time. Rejected for a year that corrections cannot change. */
export async function previewDeparture(
  { pool, previews }: { readonly pool: Pool; readonly previews: Previews },
  request: RequestOf<typeof PreviewDepartureRequest>,
  call: PreviewCall,
): Promise<DeparturePreview | Rejection> {
  const { userId } = call.caller;
  const [now, years] = await snapshotAsUser(pool, userId, (client) =>
    oneFlight(readNow(client), readYears(client, userId)),
  );
  const at = request.at ?? now;
  const year = taxYear(parseInstantUs(at) ?? 0);
  const rejection = rejectionOfYears([year], years);
  if (rejection !== null) return rejection;
  if (year < FIRST_TAXED_YEAR)
    return { rejected: 'INVALID', fieldErrors: [{ field: 'at', message: 'must be in 2026 or later' }] };
  return previews.ofDeparture(call, { at });
}
