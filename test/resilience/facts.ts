/** Facts of a user of the fault harness: separate events for each client to correct, and more events to make runs longer. */
import { event } from '../e2e/stack.ts';

const BUYS_PER_SLOT = 4;
const SELLS_PER_SLOT = 4;
const PAIRS_PER_SLOT = 2;
const BALLAST = 120;

const BTC = { asset: { key: 'BTC', symbol: 'BTC' } };
const ON_LEDGER = { account: 'ledger' };

const day = (index: number): string => String((index % 28) + 1).padStart(2, '0');
const hour = (index: number): string => String(index % 24).padStart(2, '0');

/** The text that the rules of a slot match. */
export const ruleText = (slot: number, index: number): string => `slot ${String(slot)} rule ${String(index)}`;

/** Reference ids of a slot's events, by what the client does with them. */
export interface SlotReferences {
  readonly buys: readonly string[];
  readonly sells: readonly string[];
  readonly pairs: readonly { readonly out: string; readonly into: string }[];
}

/** Returns the names of the events of one slot. */
export function referencesOf(slot: number): SlotReferences {
  const name = (kind: string) => (_: unknown, index: number) => `${kind}-${String(slot)}-${String(index)}`;
  return {
    buys: Array.from({ length: BUYS_PER_SLOT }, name('BUY')),
    sells: Array.from({ length: SELLS_PER_SLOT }, name('SELL')),
    pairs: Array.from({ length: PAIRS_PER_SLOT }, (_, index) => ({
      out: `OUT-${String(slot)}-${String(index)}`,
      into: `IN-${String(slot)}-${String(index)}`,
    })),
  };
}

function slotLines(slot: number): object[] {
  const { buys, sells, pairs } = referencesOf(slot);
  return [
    ...buys.map((name, index) =>
      event(
        name,
        'ACQUISITION',
        '2',
        `2025-0${String(index + 1)}-${day(slot)}T${hour(slot)}:10:00Z`,
        '4000',
        {
          description: ruleText(slot, index % 2),
        },
      ),
    ),
    ...sells.map((name, index) =>
      event(
        name,
        'DISPOSITION',
        '0.5',
        `2026-0${String(index + 1)}-${day(slot)}T${hour(slot)}:20:00Z`,
        '1500',
        BTC,
      ),
    ),
    ...pairs.flatMap(({ out, into }, index) => [
      event(out, 'DISPOSITION', '0.1', `2026-05-${day(slot)}T${hour(index)}:00:00Z`, '300'),
      event(into, 'ACQUISITION', '0.1', `2026-05-${day(slot)}T${hour(index)}:30:00Z`, '300', ON_LEDGER),
    ]),
  ];
}

/** Returns all facts of a user with the given number of slots, one for each client that corrects at the same time. */
export function factsFor(slots: number): object[] {
  const ballast = Array.from({ length: BALLAST }, (_, index) =>
    event(
      `BALLAST-${String(index)}`,
      index % 3 === 2 ? 'DISPOSITION' : 'ACQUISITION',
      index % 3 === 2 ? '0.5' : '1',
      `202${index < BALLAST / 2 ? '5' : '6'}-06-${day(index)}T${hour(index)}:00:00Z`,
      String(1000 + index),
      index % 2 === 0 ? BTC : {},
    ),
  );
  return [
    { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN', label: 'Kraken' },
    { kind: 'account', ref: 'ledger', accountKind: 'wallet', datasource: 'ETHEREUM', chainId: 1 },
    ...ballast,
    ...Array.from({ length: slots }, (_, slot) => slotLines(slot)).flat(),
  ];
}
