/** The paths of whole documents: each form of a report has one of its own, such as `/api/v1/years/{year}/report.csv`, and a dossier has `/dossier`. */
import { type Operation, OPERATIONS } from '@ctx/contract/operations';
import { z } from 'zod';
import { isForPeople, type DocumentFormat } from './report.ts';
import { FORMS } from './send-report.ts';

/** A path that answers with one form of the document of an operation. */
export interface DocumentPath {
  /** `operationId` of the OpenAPI document. */
  readonly id: string;
  readonly operation: Operation;
  readonly form: DocumentFormat;
  readonly path: string;
  readonly query: z.ZodObject;
}

/** The paths of the documents of all operations. */
export const DOCUMENT_PATHS: readonly DocumentPath[] = (OPERATIONS as readonly Operation[]).flatMap(
  (operation) => (operation.documents ?? []).map((form) => documentPath(operation, form as DocumentFormat)),
);

function documentPath(operation: Operation, form: DocumentFormat): DocumentPath {
  const { id, path, query } = operation;
  const { ending } = FORMS[form];
  const isDossier = form === 'dossier';
  return {
    id: isDossier ? 'getYearDossier' : `${id}${ending.charAt(0).toUpperCase()}${ending.slice(1)}`,
    operation,
    form,
    path: isDossier ? path.replace(/report$/, form) : `${path}.${ending}`,
    query: isForPeople(form) ? query.pick({ language: true }) : z.strictObject({}),
  };
}
