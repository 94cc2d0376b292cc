/** The thread that reads one price file and posts its prices or faults. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PriceFileRequest } from '@ctx/proto/gen/ctx/v1/corrections';
import { readPriceFile } from './price-files.ts';

parentPort?.postMessage(readPriceFile(workerData as PriceFileRequest));
