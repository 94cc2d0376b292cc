import { describe, expect, it } from '@jest/globals';
import { ExactNumber, parseRequest } from './parse-input.ts';
import { parseMessage, toMessage } from './request-message.ts';
import { PricesRequest } from './prices.ts';
import { OverrideRequest, RuleInput, RuleRequest, TransferMatchInput } from './requests.ts';

const ID = '00000000-0000-4000-8000-000000000000';

describe('parseMessage', () => {
  it('returns the input that toMessage sent: exact digits, empty lists and absent lists', () => {
    const body = {
      taxEventId: ID,
      overriddenAmount: new ExactNumber('0.100000000000000000000001'),
      overriddenFlags: [],
      overriddenTaxable: null,
    };
    const parsed = parseRequest(OverrideRequest, body);
    if ('fieldErrors' in parsed) throw new Error(JSON.stringify(parsed.fieldErrors));
    const message = toMessage(OverrideRequest, parsed.input);
    expect(message).toMatchObject({ overriddenFlags: { values: [] } });
    expect(parseMessage(OverrideRequest, message)).toEqual(parsed);
  });

  it('keeps every digit of numbers in a list of objects, and names a faulty one by its place', () => {
    const price = { assetKey: 'ETH', at: null, day: '2026-01-01', source: 's', notes: null };
    const body = (...eur: string[]) => ({
      prices: eur.map((each) => ({ ...price, eur: new ExactNumber(each) })),
      dryRun: null,
    });
    const parsed = parseRequest(PricesRequest, body('1', '0.100000000001'));
    expect(parsed).toMatchObject({ input: { prices: [{ eur: '1' }, { eur: '0.100000000001' }] } });
    if ('fieldErrors' in parsed) throw new Error(JSON.stringify(parsed.fieldErrors));
    expect(parseMessage(PricesRequest, toMessage(PricesRequest, parsed.input))).toEqual(parsed);
    expect(parseRequest(PricesRequest, body('1', '0.1000000000001'))).toEqual({
      fieldErrors: [
        {
          field: 'prices.1.eur',
          message: expect.stringMatching(/^must be a number of at least 0: EUR for one unit/),
        },
      ],
    });
    const unknown = { prices: [{ ...price, eur: new ExactNumber('1'), currency: 'USD' }] };
    expect(parseRequest(PricesRequest, unknown)).toEqual({
      fieldErrors: [
        {
          field: 'prices.0.currency',
          message: 'is unknown: expected one of assetKey, at, day, eur, source, notes',
        },
      ],
    });
  });

  it('names a faulty field behind a default as the gateway does', () => {
    const rule = {
      action: 'MARK_INCOME',
      label: 'l',
      matchType: 'NONSENSE',
      thresholdEur: '0.0000000000001',
    };
    const errors = parseMessage(RuleInput, rule);
    const asNumber = { ...rule, thresholdEur: new ExactNumber(rule.thresholdEur) };
    expect(errors).toEqual(parseRequest(RuleRequest, asNumber));
    expect(errors).toMatchObject({ fieldErrors: [{ field: 'thresholdEur' }, { field: 'matchType' }] });
  });
});

describe('RuleInput', () => {
  it.each([['leaves out'], ['sends null for']])(
    'fills in the defaults of fields that a request %s',
    (how) => {
      const names = Object.keys(RuleRequest.shape).filter(
        (name) => !['action', 'label', 'dryRun'].includes(name),
      );
      const nulls = how === 'leaves out' ? {} : Object.fromEntries(names.map((name) => [name, null]));
      expect(parseMessage(RuleInput, { action: 'IGNORE_DUST', label: 'l', ...nulls })).toEqual({
        input: {
          action: 'IGNORE_DUST',
          label: 'l',
          matchType: 'COUNTERPARTY',
          direction: 'ANY',
          counterpartyAddress: null,
          chainId: null,
          matchValue: null,
          thresholdEur: null,
          notes: null,
        },
      });
    },
  );

  it('keeps given values, and every digit of the threshold', () => {
    const given = {
      action: 'IGNORE_DUST',
      label: 'l',
      matchType: 'DUST_THRESHOLD',
      direction: 'INBOUND',
      thresholdEur: '1.50',
    };
    expect(parseMessage(RuleInput, given)).toMatchObject({ input: given });
  });

  it('rejects unknown fields', () => {
    expect(parseMessage(RuleInput, { action: 'MARK_INCOME', label: 'l', nonsense: 1 })).toMatchObject({
      fieldErrors: [{ field: 'nonsense' }],
    });
  });
});

describe('TransferMatchInput', () => {
  it('has null notes and joins no match by default', () => {
    const message = { outTaxEventId: ID, inTaxEventId: ID, transferKind: 'BRIDGE' };
    expect(parseMessage(TransferMatchInput, message)).toEqual({
      input: { ...message, notes: null, joinMatchId: null },
    });
  });
});
