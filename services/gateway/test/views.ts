/** What the tests of views share: a visitor, the answers of the contract's examples, and the text of a page. */
import { EXAMPLES } from '@ctx/contract/examples';
import type { OperationId } from '@ctx/contract/operations';
import { type AnswerOf, type Digits, parseDigits } from '../src/answers/digits.ts';
import type { Visitor } from '../src/http/visitor.ts';

export const VISITOR: Visitor = { email: 'an@example.org', csrfToken: 'secret', betas: [] };

/** A text of a third party with markup and an invisible character. */
export const HOSTILE = '<img src=x onerror=alert(1)>\u202e';
/** The same on a page. */
export const HOSTILE_SHOWN = '<bdi>&lt;img src=x onerror=alert(1)&gt;</bdi>';

/** Returns what the API answers in the contract's example of an operation. */
export function exampleOf<Id extends OperationId>(id: Id): AnswerOf<Id> {
  return structuredClone(EXAMPLES[id].answer) as AnswerOf<Id>;
}

/** Returns the same with every number as its digits. */
export function digitsOf<Id extends OperationId>(id: Id): Digits<AnswerOf<Id>> {
  return parseDigits(JSON.stringify(EXAMPLES[id].answer)) as Digits<AnswerOf<Id>>;
}

/** Returns the text of a page or of a part of one, without tags and with ordinary spaces. */
export function plain(html: string): string {
  const body = /<body[^]*<\/body>/.exec(html)?.[0] ?? html;
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return body
    .replaceAll(/<span class="number">([^<]*)<\/span>/g, '$1')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => entities[name] ?? '')
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')
    .trim();
}
