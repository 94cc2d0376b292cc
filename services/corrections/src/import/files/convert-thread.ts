/** The thread that converts one file and posts its records or faults. */
import { parentPort, workerData } from 'node:worker_threads';
import { type ConversionTask, convertFile } from './convert-file.ts';

parentPort?.postMessage(await convertFile(workerData as ConversionTask));
