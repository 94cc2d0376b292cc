/**
 * The table of all public operations. Routes, validation, the OpenAPI document and the tests of every operation are made from
 * it (service.md, "Endpoints").
 */
import { BALANCE_OPERATIONS } from './balance-operations.ts';
import { CIRCUMSTANCES_OPERATIONS } from './circumstances-operations.ts';
import { CORRECTION_OPERATIONS } from './correction-operations.ts';
import { EVIDENCE_OPERATIONS } from './evidence.ts';
import { FILE_OPERATIONS } from './file-operations.ts';
import { HISTORY_OPERATIONS } from './history-operations.ts';
import { LAW_OPERATIONS } from './law-operations.ts';
import { LINK_OPERATIONS } from './links.ts';
import { MONEY_OPERATIONS } from './money.ts';
import type { Operation } from './operation.ts';
import { ORIGIN_OPERATIONS } from './origin.ts';
import { PHOTO_OPERATIONS } from './photo.ts';
import { PRICE_OPERATIONS } from './price-operations.ts';
import { READ_OPERATIONS } from './read-operations.ts';
import { REGIME_OPERATIONS } from './regime-operations.ts';
import { REPORT_OPERATIONS } from './report-operations.ts';
import { REPORTED_OPERATIONS } from './reported.ts';
import { WEBHOOK_OPERATIONS } from './webhooks.ts';

export {
  edgeStatusesOf,
  type Operation,
  rejectionsOf,
  requestSchemaOf,
  TAGS,
  takesIdempotencyKey,
} from './operation.ts';

export const OPERATIONS = [
  ...READ_OPERATIONS,
  ...REPORT_OPERATIONS,
  ...PHOTO_OPERATIONS,
  ...EVIDENCE_OPERATIONS,
  ...REPORTED_OPERATIONS,
  ...ORIGIN_OPERATIONS,
  ...CORRECTION_OPERATIONS,
  ...HISTORY_OPERATIONS,
  ...LAW_OPERATIONS,
  ...CIRCUMSTANCES_OPERATIONS,
  ...REGIME_OPERATIONS,
  ...PRICE_OPERATIONS,
  ...BALANCE_OPERATIONS,
  ...MONEY_OPERATIONS,
  ...LINK_OPERATIONS,
  ...FILE_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
] as const;

export type OperationId = (typeof OPERATIONS)[number]['id'];

/** Returns an operation by its id. */
export function operationNamed(id: OperationId): Operation {
  const found = OPERATIONS.find((each) => each.id === id);
  if (found === undefined) throw new TypeError(`${id} is not an operation`);
  return found;
}
