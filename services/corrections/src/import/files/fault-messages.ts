/** Faults of files, as messages of the FileService. */
import type { Fault } from '@ctx/converters/faults';
import type { FaultMessage } from '@ctx/domain/file-faults';
import type { FileFault, FileFaultMessage } from '@ctx/proto/gen/ctx/v1/corrections';

/** Returns faults as the FileService sends them. */
export function faultsMessage(faults: readonly Fault[]): FileFault[] {
  return faults.map((fault) => ({ ...fault, messages: codesMessage(fault.messages) }));
}

/** Returns the codes of a fault as the FileService sends them. */
export function codesMessage(messages: readonly FaultMessage[]): FileFaultMessage[] {
  return messages.map(({ code, values }) => ({ code, values: { ...values } }));
}
