/** The `Link` header of rejections, which points to their explanation in the documentation. */
import type { ExplainedRejection } from '@ctx/contract/rejection-help';

export const ERRORS_GUIDE_PATH = '/docs/errors';

/** Returns the value of the header: the section of one rejection, relative to the address of the service (RFC 8288 §3.1). */
export function helpLink(name: ExplainedRejection): string {
  return `<${ERRORS_GUIDE_PATH}#${name}>; rel="help"`;
}
