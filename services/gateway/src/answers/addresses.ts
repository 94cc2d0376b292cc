/** Adds addresses of pages to the answers of the services behind, which do not know where the site is. */
import type { Operation, OperationId } from '@ctx/contract/operations';
import { servedPathOf } from '@ctx/domain/law/pages';
import type { OperationHandler } from './operation-handler.ts';

/** Where the site and its pages are. */
export interface Addresses {
  readonly baseUrl: string;
  /** Returns the path of the page that shows the answer of an operation. */
  readonly pathOf: (operation: OperationId, input: Readonly<Record<string, unknown>>) => string;
  /** The path of the page of a transaction, with `{id}` in place of its id. */
  readonly transactionPath: string;
  /** Returns the whole address to which a file is sent, with its secret. */
  readonly uploadAddress: (secret: string) => string;
  /** Answers with the addresses of pages. */
  readonly getLinks: OperationHandler;
}

// A quote inside a JSON text is escaped, so a match is always a field and never a text from outside.
const RULE_PAGE = /"page":"(docs\/[^"]*)"/g;

/** Returns a handler whose answers have the fields `url` and `transactionUrl` of the contract, and whole addresses of rules. */
export function withAddresses(
  operation: Operation,
  handler: OperationHandler,
  { baseUrl, pathOf, transactionPath }: Addresses,
): OperationHandler {
  const { shape } = operation.response;
  const hasUrl = 'url' in shape;
  const ofTransactions =
    'transactionUrl' in shape ? `,"transactionUrl":${JSON.stringify(`${baseUrl}${transactionPath}`)}` : '';
  const isExplained = operation.id === 'explainTransaction';
  if (!hasUrl && ofTransactions === '') return handler;
  return async (call, input) => {
    const { bytes } = await handler(call, input);
    const url = hasUrl
      ? `,"url":${JSON.stringify(`${baseUrl}${pathOf(operation.id as OperationId, input)}`)}`
      : '';
    const body = isExplained ? withSite(bytes, baseUrl) : bytes;
    return { bytes: Buffer.concat([body.subarray(0, -1), Buffer.from(`${ofTransactions}${url}}`)]) };
  };
}

/** Returns the JSON of an explanation with whole addresses of the rules that it names. */
function withSite(bytes: Buffer, baseUrl: string): Buffer {
  const whole = (_all: string, page: string): string =>
    `"page":${JSON.stringify(`${baseUrl}${servedPathOf(page)}`)}`;
  return Buffer.from(bytes.toString().replaceAll(RULE_PAGE, whole));
}
