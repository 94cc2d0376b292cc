/** What the API answers to an answer, in the same form for every operation. Pure. */
import type { AnswerOf, Digits } from '../../answers/digits.ts';

type Preview = NonNullable<Digits<AnswerOf<'undoCorrection'>>['preview']>;

/** Why a transaction cannot change. */
export type ClosedCode = 'YEAR_LOCKED' | 'YEAR_FROZEN' | 'NOT_FOUND';

export interface Outcome {
  /** Of a dry run. */
  readonly preview: Preview | undefined;
  /** Whether this is saved already. */
  readonly isUnchanged: boolean;
  /** Transactions that cannot change, of several; the whole answer is rejected where none can. */
  readonly left: readonly (ClosedCode | 'OTHER')[];
}

type Answer =
  | Digits<AnswerOf<'applyOverride'>>
  | Digits<AnswerOf<'bulkApplyOverrides'>>
  | Digits<AnswerOf<'bulkMatchTransfers'>>
  | Digits<AnswerOf<'matchTransfers'>>
  | Digits<AnswerOf<'unmatchTransfer'>>;

/** Returns the outcome of an operation. */
export function outcomeOf(answer: Answer): Outcome {
  if ('changed' in answer) return { preview: answer.preview, isUnchanged: !answer.changed, left: [] };
  if ('match' in answer) return { preview: answer.preview, isUnchanged: !answer.created, left: [] };
  if ('deleted' in answer) return { preview: answer.preview, isUnchanged: false, left: [] };
  const { results, preview } = answer;
  return {
    preview,
    isUnchanged: results.every(({ status }) => status === 'UNCHANGED'),
    left: results.flatMap(({ status, code }) => (status === 'FAILED' ? [closedCode(code)] : [])),
  };
}

function closedCode(code: string | null | undefined): ClosedCode | 'OTHER' {
  return code === 'YEAR_LOCKED' || code === 'YEAR_FROZEN' || code === 'NOT_FOUND' ? code : 'OTHER';
}
