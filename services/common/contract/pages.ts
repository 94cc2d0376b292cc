/** Lists in pages: what a request chooses, and what a response says of its page. */
import { LIMITS } from '@ctx/domain/limits';
import { z } from 'zod';
import { MEANING } from './meanings.ts';
import { int32 } from './scalars.ts';

/** The page of a list, from 0. */
export const pageQuery = () =>
  z.int32().min(0).max(LIMITS.pageNumberMax).default(0).describe('Zero-based page number.');

/** How many rows a page has; `rows` names them. */
export const sizeQuery = (rows: string) =>
  z
    .int32()
    .min(1)
    .default(LIMITS.pageSizeDefault)
    .describe(
      `${rows} per page. Values above ${String(LIMITS.pageSizeMax)} count as ${String(LIMITS.pageSizeMax)}.`,
    );

/** What a response says of its page. */
export const PAGE_FIELDS = {
  page: int32().describe(MEANING.page),
  size: int32().describe(MEANING.size),
  totalElements: int32().describe(MEANING.totalElements),
  totalPages: int32().describe(MEANING.totalPages),
  hasNext: z.boolean().describe(MEANING.hasNext),
  hasPrevious: z.boolean().describe(MEANING.hasPrevious),
};
