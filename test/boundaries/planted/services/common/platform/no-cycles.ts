export { second } from './no-cycles-second.ts';
export const first = 1;
