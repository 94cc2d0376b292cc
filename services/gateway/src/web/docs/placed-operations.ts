/** The operations of the OpenAPI document with their method and path. */
import type { OpenApiParts, OperationPart } from './openapi-parts.ts';

/** An operation with its place in the document. */
export interface PlacedOperation {
  readonly method: string;
  readonly path: string;
  readonly part: OperationPart;
}

/** Returns all operations, in the order of the document. */
export function placedOperations({ paths }: OpenApiParts): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, part]) => ({ method: method.toUpperCase(), path, part })),
  );
}

/** Returns the path of an operation's page. */
export function operationPath(operationId: string): string {
  return `/docs/operations/${operationId}`;
}
