import { stack } from '../../../deploy/stack.ts';
export const other = stack;
