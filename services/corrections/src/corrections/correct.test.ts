import { describe, expect, it } from '@jest/globals';
import { ExactNumber, parseRequest } from '@ctx/contract/parse-input';
import { toMessage } from '@ctx/contract/request-message';
import { OverrideRequest, RuleRequest } from '@ctx/contract/requests';
import * as messages from '@ctx/proto/gen/ctx/v1/corrections';
import type { z } from 'zod';
import { type Codec, digestOfRequest } from '../store/request-digest.ts';

/** The digest of a JSON body as the gateway sends it and the corrections service receives it. */
function digestOfBody<Message>(operation: string, schema: z.ZodObject, codec: Codec<Message>, body: object) {
  const parsed = parseRequest(schema, body);
  if ('fieldErrors' in parsed) throw new Error(JSON.stringify(parsed.fieldErrors));
  const sent = codec.encode(toMessage(schema, parsed.input) as Message).finish();
  return digestOfRequest(operation, codec.encode(codec.decode(sent)).finish());
}

describe('digestOfRequest', () => {
  // Computed by the release before defaults were part of the schema. A response that is stored under a client's
  // Idempotency-Key is returned only if the digest of the repeated request has not changed since.
  it.each([
    ['without match type and direction', {}, '9607cd6f-bb99-2fa4-edf6-79735344728f'],
    ['with null for the direction', { direction: null }, '9607cd6f-bb99-2fa4-edf6-79735344728f'],
    ['with the default match type', { matchType: 'COUNTERPARTY' }, 'e513b30f-d29f-c282-210c-453e6f168b76'],
  ])('does not change between releases for a rule %s', (_what, fields, digest) => {
    const body = {
      action: 'MARK_INCOME',
      label: 'Salary',
      counterpartyAddress: '0xAB',
      chainId: 1,
      ...fields,
    };
    expect(digestOfBody('createRule', RuleRequest, messages.RuleRequest, body)).toBe(digest);
  });

  it('does not change between releases for an override with exact numbers, lists and null fields', () => {
    const body = {
      taxEventId: '00000000-0000-4000-8000-00000000000A',
      overriddenEuroValue: new ExactNumber('12.50'),
      overriddenFlags: [],
      overriddenType: null,
      clear: ['notes'],
    };
    expect(digestOfBody('applyOverride', OverrideRequest, messages.OverrideRequest, body)).toBe(
      'd9b14578-6db5-68c3-5fb3-7d88f234befc',
    );
  });
});
