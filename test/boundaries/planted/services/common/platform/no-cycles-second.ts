export { first } from './no-cycles.ts';
export const second = 2;
