/**
 * How sure the figures of a year are: what they lack, and what each lack does to them (docs/tax-rules.md, "What the figures of a year
 * lack"). The counts are those of open issues, so an answer in the inbox lowers them.
 */

/** What the figures of a year lack. Each number counts events, but for `photoPricesMissing`, which counts assets. */
export interface LackCounts {
  /** All events of the year. */
  readonly events: number;
  /** Events whose EUR value the figures need and nobody knows. */
  readonly withoutValue: number;
  /** Events that took more units than were held, and gifts whose cost to the giver is not known: what is missing costs 0. */
  readonly withoutBasis: number;
  readonly unmatchedTransfers: number;
  readonly photoPricesMissing: number;
}

/** What decides whether most of a year's figures hang on missing values. */
export interface Weights {
  readonly withoutValue: number;
  /** Events whose value the figures can need: acquisitions, income and taxed disposals. */
  readonly valued: number;
  /** Sales that took units of unknown cost, of how many that add to the gains. */
  readonly salesOfUnknownCost: number;
  readonly sales: number;
}

/**
 * Tells whether most of a year's figures hang on missing values: more than half of the events whose value the figures can need have
 * none, or more than half of the counted sales took units of unknown cost. No page shows a tax figure of such a year in large type.
 */
export function isMostlyUnknown({ withoutValue, valued, salesOfUnknownCost, sales }: Weights): boolean {
  return valued < valuedEventsMax(withoutValue) || 2 * salesOfUnknownCost > sales;
}

/** Returns how many events whose value the figures can need have to be counted to decide `isMostlyUnknown`: more of them change nothing. */
export function valuedEventsMax(withoutValue: number): number {
  return 2 * withoutValue;
}

/** The lacks that are named after the missing values, in order, with their verbs. */
const WORDS: readonly (readonly [keyof LackCounts, one: string, several: string])[] = [
  ['withoutBasis', 'event counts units at a cost of 0', 'events count units at a cost of 0'],
  ['unmatchedTransfers', 'transfer has no counterpart', 'transfers have no counterpart'],
  [
    'photoPricesMissing',
    'sold asset has no price at the end of 2025',
    'sold assets have no price at the end of 2025',
  ],
];

/** How many accounts with transactions balances prove. */
interface ProvenCounts {
  readonly accounts: number;
  readonly accountsProven: number;
}

/** Returns what the figures lack as English sentences, which programs can quote. `proven` is null where no balance is known. */
export function missingInWords(missing: LackCounts, proven: ProvenCounts | null): string {
  const { events, withoutValue } = missing;
  const others = WORDS.flatMap(([name, one, several]) => {
    const count = missing[name];
    return count === 0 ? [] : [`${String(count)} ${count === 1 ? one : several}`];
  });
  const sentences = [
    ...(withoutValue === 0 ? [] : [valuesInWords(withoutValue, events)]),
    ...(others.length === 0 ? [] : [`${others.join('; ')}: this can change the figure.`]),
  ];
  const all = sentences.length === 0 ? ['Nothing is known to be missing.'] : sentences;
  return (proven === null ? all : [...all, provenInWords(proven)]).join(' ');
}

function provenInWords({ accounts, accountsProven }: ProvenCounts): string {
  return `Balances prove the transactions of ${String(accountsProven)} of ${String(accounts)} accounts into this year.`;
}

function valuesInWords(withoutValue: number, events: number): string {
  const verb = withoutValue === 1 ? 'has' : 'have';
  return `${String(withoutValue)} of ${String(events)} events ${verb} no value yet: this figure will change.`;
}
