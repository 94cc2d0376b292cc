/** The readings of a year: checked here as a correction of that year would be, computed by the recalc service. */
import type { Rejection } from '@ctx/domain/rejections';
import { type Pool, snapshotAsUser } from '@ctx/platform/postgres';
import type { ReadingsResponse } from '@ctx/proto/gen/ctx/v1/preview';
import { rejectionOfYears } from '../decide/years.ts';
import type { PreviewCall, Previews } from './previews.ts';
import { readYears } from '../store/correction-facts.ts';

/** Returns a year under other readings of the law. Rejected for a year that corrections cannot change. */
export async function listReadings(
  { pool, previews }: { readonly pool: Pool; readonly previews: Previews },
  year: number,
  call: PreviewCall,
): Promise<ReadingsResponse | Rejection> {
  const { userId } = call.caller;
  const years = await snapshotAsUser(pool, userId, (client) => readYears(client, userId));
  return rejectionOfYears([year], years) ?? previews.ofReadings(call, { year });
}
