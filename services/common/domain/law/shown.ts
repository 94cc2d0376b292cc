/** The law as programs read it: each number and each rule as one flat record, the same over REST, MCP and in the resource `ctx://law`. */
import { divideHalfEven, formatDecimal, parseEur } from '../decimal.ts';
import { anchorOf } from './anchor.ts';
import { type Platform, platformAnchor } from './platforms.ts';
import type { Provision } from './provisions.ts';
import { FIRST_TAXED_YEAR } from './rates.ts';
import type { LawRule } from './rules.ts';
import { LAW_SOURCES, type LawSource } from './source.ts';

/** The path of the page of the law. */
const LAW_PATH = '/law';

/** Returns the path of a number on the page of the law, for an income year. */
function pathOfProvision({ name, fromYear }: Provision, year: number | null): string {
  const shown = year ?? fromYear ?? FIRST_TAXED_YEAR;
  return `${LAW_PATH}?year=${String(shown)}#${anchorOf(name)}`;
}

/** Returns a number of the law as a record. `year` is the income year that it was read for; null for all. */
export function shownProvision(provision: Provision, year: number | null) {
  const { name, fromYear, value, unit, statutoryEur, indexation, law } = provision;
  return {
    name,
    fromYear,
    value,
    unit,
    statutoryEur,
    index: quotientOf(provision),
    ...(indexation !== null && {
      indexation: {
        coefficient: indexation.coefficient,
        exactEur: indexation.exactEur,
        roundedToEur: indexation.roundedToEur,
        roundedEur: indexation.roundedEur,
        ...placeOf(indexation.law),
      },
    }),
    ...shownSource(law),
    path: pathOfProvision(provision, year),
  };
}

/** Returns a rule of the law as a record. */
export function shownRule({ code, rule, other, law, readings }: LawRule) {
  return {
    code,
    rule,
    ...(other !== null && { otherReading: other }),
    ...shownSource(law),
    ...(readings.length > 0 && { readings }),
    path: `${LAW_PATH}#${anchorOf(code)}`,
  };
}

/** Returns a platform as a record. */
export function shownPlatform(platform: Platform) {
  const { name, company, country, licence, from, until, source, checkedOn } = platform;
  return {
    name,
    company,
    country,
    licence,
    from,
    until,
    source: source.title,
    ...(source.address !== null && { address: source.address }),
    checkedOn,
    path: `${LAW_PATH}#${platformAnchor(platform)}`,
  };
}

function placeOf({ source, article }: Pick<LawSource, 'source' | 'article'>) {
  return { source: LAW_SOURCES[source], article };
}

function shownSource(law: LawSource) {
  const { status, assumption, checkedOn, margin, alsoIn, quotation, readers } = law;
  return {
    ...placeOf(law),
    status,
    assumption,
    checkedOn,
    ...(margin !== undefined && { margin }),
    ...(alsoIn !== undefined && { alsoIn: alsoIn.map(placeOf) }),
    ...(quotation !== undefined && {
      quotation: { text: quotation.text, source: LAW_SOURCES[quotation.source] },
    }),
    ...(readers !== undefined && { readers }),
  };
}

const QUOTIENT_SCALE = 4;

/** Returns the exemption divided by the amount of the statute; null for all else. The published factor is the coefficient. */
function quotientOf({ name, value, statutoryEur }: Provision): string | null {
  if (name !== 'EXEMPTION' || value === null || statutoryEur === null) return null;
  const quotient = divideHalfEven(parseEur(value) * 10n ** BigInt(QUOTIENT_SCALE), parseEur(statutoryEur));
  return formatDecimal(quotient, QUOTIENT_SCALE);
}
