/** Number of events of a year between two page marks, which store where a page begins (figures.years, migration 14). */
export const PAGE_MARK_EVERY = 1000;
