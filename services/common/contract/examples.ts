/** One example an operation for the interface description; a test holds each to its schema. */
import type { Example } from './examples/example.ts';
import { CORRECTION_EXAMPLES } from './examples/of-corrections.ts';
import { READ_EXAMPLES } from './examples/of-reads.ts';
import type { OperationId } from './operations.ts';

/** By operation. */
export const EXAMPLES: Readonly<Record<OperationId, Example>> = { ...READ_EXAMPLES, ...CORRECTION_EXAMPLES };
