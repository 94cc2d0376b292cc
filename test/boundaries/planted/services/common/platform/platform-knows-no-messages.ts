import type { Message } from '../../../proto/gen/read.ts';
export type Used = Message;
