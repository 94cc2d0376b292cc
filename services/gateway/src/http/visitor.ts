/** The signed-in user of a page. */
import type { Beta } from '@ctx/domain/vocabulary';

/** The signed-in user of a page, and the `csrf` value of its forms. */
export interface Visitor {
  readonly email: string;
  readonly csrfToken: string;
  readonly betas: readonly Beta[];
  /** Whether the page shows a form again that was sent after its session had ended. */
  readonly isFormReturned?: boolean;
}
