/** Number of events of a year between two page marks, which store where a page begins (figures.page_marks). */
export const PAGE_MARK_EVERY = 1000;
