/** Where a page of a report begins, as the opaque text `after`. */
import { createHash } from 'node:crypto';
import { LIMITS } from '@ctx/domain/limits';
import { UUID } from '@ctx/domain/uuid';

/** The parts of a report, in their order. Each is read in pages by the keys of its last row. */
export const REPORT_PARTS = [
  'head',
  'disposals',
  'incomes',
  'stock',
  'photo',
  'corrections',
  'issues',
] as const;
export type ReportPart = (typeof REPORT_PARTS)[number];

/** A place in a report: the part, and the keys of the last row that was read there; none at the start of the part. */
export interface ReportPlace {
  /** The version of the figures that the report is read from. Null on the first page, which takes the current one. */
  readonly version: string | null;
  readonly part: ReportPart;
  readonly keys: readonly string[];
}

export const START: ReportPlace = { version: null, part: 'head', keys: [] };

/** Returns a short text for the version of a user's data. */
export function versionText(version: string): string {
  return createHash('sha256').update(version).digest('base64url').slice(0, 16);
}

/** Writes a place as text. */
export function placeText({ version, part, keys }: ReportPlace): string {
  return Buffer.from(JSON.stringify([version, part, ...keys])).toString('base64url');
}

/** Reads a place from the text that a client sends. Null unless `placeText` can have written it. */
export function parsePlace(text: string): ReportPlace | null {
  const parsed = jsonOf(Buffer.from(text, 'base64url').toString());
  if (!Array.isArray(parsed) || !parsed.every((each) => typeof each === 'string')) return null;
  const [version, name, ...keys] = parsed;
  const part = REPORT_PARTS.find((each) => each === name);
  if (version === undefined || part === undefined || !areKeys(part, keys)) return null;
  return { version, part, keys };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/;
const NUMBER = /^\d{1,15}$/;
const TEXT = new RegExp(`^[^\\0]{1,${String(LIMITS.assetKeyCharactersMax)}}$`, 'u');
const KEYS: Readonly<Record<ReportPart, readonly RegExp[]>> = {
  head: [],
  disposals: [INSTANT, UUID],
  incomes: [INSTANT, UUID],
  stock: [TEXT, INSTANT, UUID],
  photo: [TEXT, INSTANT, UUID],
  corrections: [NUMBER],
  issues: [TEXT, UUID],
};

function areKeys(part: ReportPart, keys: readonly string[]): boolean {
  const patterns = KEYS[part];
  if (keys.length === 0) return true;
  return (
    keys.length === patterns.length &&
    keys.every((key, index) => patterns[index]?.test(key) === true && key.isWellFormed())
  );
}
