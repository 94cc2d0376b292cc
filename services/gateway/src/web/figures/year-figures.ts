import type { YearSummary } from '@ctx/contract/schemas';
import type { z } from 'zod';

/** The figures of a year, as the API returns them. */
export type YearFigures = z.output<typeof YearSummary>;
