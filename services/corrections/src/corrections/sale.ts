/** The preview of a sale: checked here as a correction of its year would be, computed by the recalc service. */
import type { RequestOf } from '@ctx/contract/parse-input';
import type { PreviewSaleRequest } from '@ctx/contract/requests';
import { parseInstantUs, taxYear } from '@ctx/domain/instant';
import type { Rejection } from '@ctx/domain/rejections';
import { oneFlight } from '@ctx/platform/one-flight';
import { type Pool, snapshotAsUser } from '@ctx/platform/postgres';
import type { SalePreview } from '@ctx/proto/gen/ctx/v1/preview';
import { rejectionOfYears } from '../decide/years.ts';
import type { PreviewCall, Previews } from './previews.ts';
import { readNow } from '../store/answers.ts';
import { readYears } from '../store/correction-facts.ts';

/** Previews a sale, now unless the request names a time. Rejected for a year that corrections cannot change. */
export async function previewSale(
  { pool, previews }: { readonly pool: Pool; readonly previews: Previews },
  request: RequestOf<typeof PreviewSaleRequest>,
  call: PreviewCall,
): Promise<SalePreview | Rejection> {
  const { userId } = call.caller;
  const { unitPriceEur, euroValue } = request;
  if ((unitPriceEur == null) === (euroValue == null)) {
    const message = 'is required, unless `euroValue` is given; only one of both may be';
    return { rejected: 'INVALID', fieldErrors: [{ field: 'unitPriceEur', message }] };
  }
  const [now, years] = await snapshotAsUser(pool, userId, (client) =>
    oneFlight(readNow(client), readYears(client, userId)),
  );
  const at = request.at ?? now;
  const rejection = rejectionOfYears([taxYear(parseInstantUs(at) ?? 0)], years);
  return rejection ?? previews.ofSale(call, { ...request, at });
}
