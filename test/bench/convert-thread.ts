/** The thread of `exports.ts` that converts a file within a limit of memory. */
import { readFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { convert } from '@ctx/converters/convert';

let count = 0;
for (const { lines } of convert(readFileSync(workerData as string)).eachEvent()) count += lines.length;
if (count === 0) throw new Error('the file has no events');
