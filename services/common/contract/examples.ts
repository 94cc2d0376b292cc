/** One example per operation for the OpenAPI document. A test checks each against its schema. */
import type { Example } from './examples/example.ts';
import { BALANCE_EXAMPLES } from './examples/of-balances.ts';
import { CIRCUMSTANCES_EXAMPLES } from './examples/of-circumstances.ts';
import { CORRECTION_EXAMPLES } from './examples/of-corrections.ts';
import { FILE_EXAMPLES } from './examples/of-files.ts';
import { HISTORY_EXAMPLES } from './examples/of-history.ts';
import { HOLDING_EXAMPLES } from './examples/of-holdings.ts';
import { LAW_EXAMPLES } from './examples/of-law.ts';
import { LINK_EXAMPLES } from './examples/of-links.ts';
import { MONEY_EXAMPLES } from './examples/of-money.ts';
import { ORIGIN_EXAMPLES } from './examples/of-origin.ts';
import { EVIDENCE_EXAMPLES } from './examples/of-evidence.ts';
import { PHOTO_EXAMPLES } from './examples/of-photo.ts';
import { PRICE_EXAMPLES } from './examples/of-prices.ts';
import { READ_EXAMPLES } from './examples/of-reads.ts';
import { REGIME_EXAMPLES } from './examples/of-regime.ts';
import { REPORTED_EXAMPLES } from './examples/of-reported.ts';
import { REPORT_EXAMPLES } from './examples/of-reports.ts';
import { WEBHOOK_EXAMPLES } from './examples/of-webhooks.ts';
import type { OperationId } from './operations.ts';

/** The examples by operation. */
export const EXAMPLES: Readonly<Record<OperationId, Example>> = {
  ...READ_EXAMPLES,
  ...HOLDING_EXAMPLES,
  ...REPORT_EXAMPLES,
  ...PHOTO_EXAMPLES,
  ...EVIDENCE_EXAMPLES,
  ...REPORTED_EXAMPLES,
  ...ORIGIN_EXAMPLES,
  ...CORRECTION_EXAMPLES,
  ...HISTORY_EXAMPLES,
  ...LAW_EXAMPLES,
  ...CIRCUMSTANCES_EXAMPLES,
  ...REGIME_EXAMPLES,
  ...PRICE_EXAMPLES,
  ...BALANCE_EXAMPLES,
  ...MONEY_EXAMPLES,
  ...LINK_EXAMPLES,
  ...FILE_EXAMPLES,
  ...WEBHOOK_EXAMPLES,
};
