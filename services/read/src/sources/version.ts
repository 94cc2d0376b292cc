/** Versions of a user's data, as `corrections.version_of` writes them. */
import { prepare, sql, USER } from '@ctx/platform/sql';

/** The row of the statement `VERSION`. A user without facts has none. */
export interface VersionRow {
  readonly version: string;
}

/** Reads the version of a user in the snapshot of the statements that follow it. */
export const VERSION = prepare(
  'version-of-user',
  sql`SELECT corrections.version_of(s) AS version FROM corrections.recalc_state s WHERE s.user_id = ${USER}`,
);

/** requested, absorbed, completed, fence and years_changed: counters of one row, none of which ever decreases. */
const COUNTERS = 5;
const COUNTER = /^\d+$/;

/**
 * Returns whether `found` is `needed` or a later version. Versions that differ only in what follows the counters, such as an import's
 * marker, cannot be ordered: then false.
 */
export function isAtLeast(found: string, needed: string): boolean {
  if (found === needed) return true;
  const [ofFound, ofNeeded] = [countersOf(found), countersOf(needed)];
  if (ofFound === null || ofNeeded === null) return false;
  return ofFound.some((counter, index) => counter > (ofNeeded[index] ?? counter));
}

/** Returns null for a text that another release may have written. */
function countersOf(version: string): readonly bigint[] | null {
  const texts = version.split('.', COUNTERS);
  return texts.length === COUNTERS && texts.every((text) => COUNTER.test(text)) ? texts.map(BigInt) : null;
}
