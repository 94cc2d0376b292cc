/** Shortens answers that would fill the context of a model: about 10,000 tokens are enough for any of them. */

/** 10,000 tokens: answers, with their ids and figures, have 2.7 bytes a token. */
const BYTES_MAX = 27_000;
/** How many entries lists inside records keep, tried in this order. */
const ENTRIES_KEPT = [20, 5, 1] as const;
const TEXT_CHARACTERS_KEPT = 80;

type Json = Readonly<Record<string, unknown>>;

/** Tells a model what is missing in a shortened answer. */
export const SHORTENED_NOTE =
  'Shortened to fit: fields of records that are false or empty are left out, and so are entries of lists inside records (their number is in fields that end in LeftOut) and the ends of long texts. Ask for fewer records to see all.';

/**
 * Returns a shorter body in place of one that is too long, or null for a body that fits. It leaves out, one after the other until the
 * rest fits: false and empty fields and the texts of spam, entries of lists inside records, and the ends of long texts. The lists of the
 * answer itself stay whole, since they are pages, and all numbers keep their digits.
 */
export function shortAnswer(json: Buffer): Buffer | null {
  if (json.length <= BYTES_MAX) return null;
  const answer = JSON.parse(json.toString(), keepDigits) as Json;
  const steps = [
    withoutEmpty,
    ...ENTRIES_KEPT.map((kept) => (value: unknown) => withFewEntries(value, kept)),
    withShortTexts,
  ];
  let shown = answer;
  for (const step of steps) {
    shown = ofRecords(shown, step);
    const bytes = Buffer.from(JSON.stringify(shown));
    if (bytes.length <= BYTES_MAX) return bytes;
  }
  return Buffer.from(JSON.stringify(shown));
}

/** Changes what is inside the fields of an answer. The fields themselves are those that its schema requires. */
function ofRecords(answer: Json, change: (value: unknown) => unknown): Json {
  return mapFields(answer, (value) => (Array.isArray(value) ? value.map(change) : change(value)));
}

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).filter(
    ([name, each]) => !isEmpty(each) && !(value['spam'] === true && name === 'description'),
  );
  return mapFields(Object.fromEntries(fields), withoutEmpty);
}

function isEmpty(value: unknown): boolean {
  return value === false || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Cuts the lists inside a record, and counts beside each what is left out, together with what the answer left out before. */
function withFewEntries(value: unknown, kept: number): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => withFewEntries(each, kept));
  if (!isRecord(value)) return value;
  const left: Record<string, unknown> = {};
  const fields = mapFields(value, (each, name) => {
    if (!Array.isArray(each) || each.length <= kept) return withFewEntries(each, kept);
    const before = Number(textOfNumber(value[`${name}LeftOut`]) ?? 0);
    left[`${name}LeftOut`] = before + each.length - kept;
    return withFewEntries(each.slice(0, kept), kept);
  });
  return { ...fields, ...left };
}

function withShortTexts(value: unknown): unknown {
  if (typeof value === 'string') {
    const characters = [...value];
    // Keys, ids and addresses have no spaces, and are of no use in part.
    return characters.length <= TEXT_CHARACTERS_KEPT || !value.includes(' ')
      ? value
      : `${characters.slice(0, TEXT_CHARACTERS_KEPT - 1).join('')}…`;
  }
  if (Array.isArray(value)) return value.map(withShortTexts);
  return isRecord(value) ? mapFields(value, withShortTexts) : value;
}

function mapFields(record: Json, change: (value: unknown, name: string) => unknown): Json {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && textOfNumber(value) === null;
}

/** JSON with the source texts of numbers, which the library of this TypeScript version does not declare. */
const EXACT_JSON = JSON as unknown as {
  rawJSON(text: string): { readonly rawJSON: string };
  isRawJSON(value: unknown): value is { readonly rawJSON: string };
};

function keepDigits(_key: string, value: unknown, { source }: { readonly source?: string } = {}): unknown {
  return typeof value === 'number' ? EXACT_JSON.rawJSON(source ?? String(value)) : value;
}

/** Returns the text of a number that keeps its digits; of a plain number too; null for anything else. */
function textOfNumber(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return EXACT_JSON.isRawJSON(value) ? value.rawJSON : null;
}
