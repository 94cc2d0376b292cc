/** Faults of files, as messages of the FileService. */
import type { Fault } from '@ctx/converters/faults';
import { FORMATS } from '@ctx/converters/formats';
import { type FaultMessage, FORMAT_VALUES, TITLES_SEPARATOR } from '@ctx/domain/file-faults';
import type { FileFault, FileFaultMessage } from '@ctx/proto/gen/ctx/v1/corrections';

/** Returns faults as the FileService sends them. */
export function faultsMessage(faults: readonly Fault[]): FileFault[] {
  return faults.map((fault) => ({ ...fault, messages: codesMessage(fault.messages) }));
}

/** Returns the codes of a fault as the FileService sends them: with the ids of the formats that they name. */
export function codesMessage(messages: readonly FaultMessage[]): FileFaultMessage[] {
  return messages.map(({ code, values }) => ({ code, values: { ...values, ...formatIdsOf(values) } }));
}

function formatIdsOf(values: FaultMessage['values']): { readonly formatIds?: string } {
  const titles = FORMAT_VALUES.flatMap((name) => values[name]?.split(TITLES_SEPARATOR) ?? []);
  const ids = titles.flatMap((title) => FORMATS.find((format) => format.title === title)?.id ?? []);
  return ids.length > 0 && ids.length === titles.length ? { formatIds: ids.join(' ') } : {};
}
