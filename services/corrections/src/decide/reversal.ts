import type { Rejection } from '@ctx/domain/rejections';
import type { Change } from './decision.ts';

/** The opposite of one change: the change, its years, and why it is not possible, if so. */
export interface Reversal {
  readonly years: readonly number[];
  readonly outcome: Change | Rejection;
}
