/** Pages of lists that are whole unless a page is requested. */
import { LIMITS } from '@ctx/domain/limits';
import type { ListPage } from '@ctx/proto/gen/ctx/v1/read';

/** A requested page. */
export type RequestedPage = Pick<ListPage, 'page' | 'size'>;

/** Returns the requested page, or null if the whole list was requested. */
export function requestedPage({
  page,
  size,
}: {
  readonly page?: number | null | undefined;
  readonly size?: number | null | undefined;
}): RequestedPage | null {
  if (page == null && size == null) return null;
  return { page: page ?? 0, size: Math.min(size ?? LIMITS.pageSizeDefault, LIMITS.pageSizeMax) };
}

/** Returns the limit and the offset of a page; `max` and 0 for a whole list. */
export function rangeOf(page: RequestedPage | null, max: number): [limit: number, offset: number] {
  return page === null ? [max, 0] : [page.size, page.page * page.size];
}

/** Returns the page as the response shows it. */
export function withTotal({ page, size }: RequestedPage, totalElements: number): ListPage {
  return { page, size, totalElements, hasNext: (page + 1) * size < totalElements };
}
