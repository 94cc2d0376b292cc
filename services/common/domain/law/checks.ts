/** When each entry of the law was last compared with its source. */
import { DAY_MS } from '../time-units.ts';
import { platformAnchor, platforms } from './platforms.ts';
import { provisionsOf } from './provisions.ts';
import { lawRules } from './rules.ts';

/** An entry of the page of the law, and the day on which it was last checked. */
export interface LawCheck {
  readonly kind: 'NUMBER' | 'RULE' | 'PLATFORM';
  readonly entry: string;
  /** First income year of a number; null for all years, and for all else. */
  readonly fromYear: number | null;
  readonly checkedOn: string;
}

/** Returns every entry, the one that was not checked for the longest time first. */
export function lawChecks(): LawCheck[] {
  return [
    ...provisionsOf().map(({ name, fromYear, law }) => checkOf('NUMBER', name, law.checkedOn, fromYear)),
    ...lawRules().map(({ code, law }) => checkOf('RULE', code, law.checkedOn)),
    ...platforms().map((each) => checkOf('PLATFORM', platformAnchor(each), each.checkedOn)),
  ].toSorted((one, other) =>
    one.checkedOn < other.checkedOn ? -1 : Number(one.checkedOn > other.checkedOn),
  );
}

/** Returns the entries that were not checked for more than `days` on a day such as 2026-11-28. */
export function uncheckedFor(days: number, onDay: string): LawCheck[] {
  const since = Date.parse(onDay) - days * DAY_MS;
  return lawChecks().filter(({ checkedOn }) => Date.parse(checkedOn) < since);
}

function checkOf(
  kind: LawCheck['kind'],
  entry: string,
  checkedOn: string,
  fromYear: number | null = null,
): LawCheck {
  return { kind, entry, fromYear, checkedOn };
}
