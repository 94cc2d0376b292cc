/** Short forms of the facts of a file, for tests with rows of their own. */
import { AMOUNT_SCALE, formatDecimal, parseDecimal } from '@ctx/domain/decimal';
import { type Conversion, convert } from '../convert.ts';
import { REASONS } from '../entries.ts';
import type { ConversionOptions } from '../format.ts';
import type { RecordOf, SourcedRecord } from '../records.ts';

/** Converts lines of a file. */
export function conversionOf(lines: readonly string[], options: ConversionOptions = {}): Conversion {
  return convert(Buffer.from(`${lines.join('\n')}\n`), options);
}

/** Returns the rows of money of a file, also undone ones, with their lines. */
export function moneyIn({ eachRecord }: Conversion): SourcedRecord<RecordOf<'money'>>[] {
  return [...eachRecord()].flatMap(({ record, lines }) =>
    record.kind === 'money' ? [{ record, lines }] : [],
  );
}

/** Returns each row of money as `TYPE amount CURRENCY PURPOSE`. */
export function moneyTextsIn(conversion: Conversion): string[] {
  return moneyIn(conversion).map(({ record: { type, amount, currency, purpose } }) =>
    [type, amount, currency, purpose].join(' '),
  );
}

/** Returns each fact as `TYPE amount ASSET`, with its value in EUR and its treatment where it has them. */
export function factsIn({ events, faults }: Conversion): string[] {
  if (faults.length > 0) throw new Error(`rejected: ${faults.map(({ reason }) => reason).join('; ')}`);
  return events.map(({ record }) => {
    const { type, amount, asset, euroValue, treatment } = record;
    const value = euroValue == null ? '' : ` = ${euroValue} EUR`;
    return `${type} ${amount} ${asset.key}${value}${treatment == null ? '' : ` ${treatment}`}`;
  });
}

/** Returns each row that is left out as `line REASON`, with `to be checked` where it needs a check. */
export function leftOutIn({ leftOut }: Conversion): string[] {
  return leftOut.map(
    ({ line, reason }) => `${String(line)} ${reason}${REASONS[reason].needsCheck ? ', to be checked' : ''}`,
  );
}

/** Returns the facts and their references, without order, and without what a newer version finds them by. */
export function identityOf({ events }: Conversion): string[] {
  return events
    .map(({ record }) =>
      [record.referenceId, record.type, record.asset.key, record.amount, record.timestamp].join(' '),
    )
    .toSorted();
}

/** Returns what the facts leave of each asset, without assets of which nothing is left. */
export function holdingsOf({ events }: Conversion): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const { record } of events) {
    const { type, asset, amount } = record;
    const sign = type === 'ACQUISITION' || type === 'INCOME' ? 1n : -1n;
    if (asset.fiat !== true)
      sums.set(asset.key, (sums.get(asset.key) ?? 0n) + sign * parseDecimal(amount, AMOUNT_SCALE));
  }
  return Object.fromEntries(
    [...sums].flatMap(([key, sum]) => (sum === 0n ? [] : [[key, formatDecimal(sum, AMOUNT_SCALE)]])),
  );
}
