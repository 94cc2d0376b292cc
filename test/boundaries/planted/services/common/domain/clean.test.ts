import { readFileSync } from 'node:fs';
import { value } from './clean.ts';
export const test = [readFileSync, value];
