/** Every so many events of a year, newest first, a mark says where a page begins (figures.years, migration 14). */
export const PAGE_MARK_EVERY = 1000;
