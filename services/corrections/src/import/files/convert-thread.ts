/** The thread that converts files one after the other, and posts the records or faults of those for which there was room and time. */
import { parentPort, workerData } from 'node:worker_threads';
import { type ConversionAnswer, type ConversionTask, convertFile } from './convert-file.ts';
import { untilEnough } from './until-enough.ts';

/** What the thread is given. */
export interface ThreadTask {
  readonly tasks: readonly ConversionTask[];
  readonly msMax: number;
}

/** From this size of records on no further file is converted: the records of all are in memory together. */
const RECORD_BYTES_ENOUGH = 16 * 1024 * 1024;

const { tasks, msMax } = workerData as ThreadTask;
const endMs = performance.now() + msMax;
const answers = await untilEnough(
  tasks,
  convertFile,
  (converted) => performance.now() > endMs || recordBytes(converted) >= RECORD_BYTES_ENOUGH,
);
parentPort?.postMessage(answers);

function recordBytes(converted: readonly ConversionAnswer[]): number {
  const batches = converted.flatMap((answer) => ('faults' in answer ? [] : answer.batches));
  return batches.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
