/** The place of a page in a list that always comes in pages. */
export interface PageOfList {
  readonly page: number;
  readonly size: number;
  readonly totalElements: number;
  readonly totalPages: number;
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

/** Returns the page of a list that always comes in pages, as the response shows it. */
export function pageOfList(page: number, size: number, totalElements: number): PageOfList {
  const totalPages = Math.ceil(totalElements / size);
  return {
    page,
    size,
    totalElements,
    totalPages,
    hasNext: page + 1 < totalPages,
    hasPrevious: page > 0 && totalPages > 0,
  };
}
