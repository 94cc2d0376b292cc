import { readFileSync } from 'node:fs';

export const figures = readFileSync('figures.json', 'utf8');
