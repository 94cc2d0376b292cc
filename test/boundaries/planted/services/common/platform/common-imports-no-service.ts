import { value } from '../../recalc/src/clean.ts';
export const used = value;
