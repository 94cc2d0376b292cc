/** The rejections of each correction in their order of precedence (decisions.md, Requests 1), over REST, gRPC and bulk. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { callUnary } from '@ctx/platform/grpc-client';
import { ok } from '../../api/client.ts';
import { useStack } from '../kit.ts';
import { UNKNOWN_ID } from '../stack.ts';
import {
  correctionsClient,
  type Outcome,
  rejectionOf,
  rejectionOfCall,
  send,
  useSurfaces,
} from './surfaces.ts';
import { type CorrectableUser, correctableUser, useCorrectableUser } from './users.ts';

const users = new Map<string, CorrectableUser>();

const stack = useStack();
const surfaces = useSurfaces(stack);
const other = useCorrectableUser(stack);

beforeAll(async () => {
  for (const name of ['REST', 'gRPC', 'bulk']) users.set(name, await correctableUser(stack));
});

interface Row {
  readonly what: string;
  readonly event: string;
  readonly fields: object;
  readonly outcome: Outcome;
  /** Not for bulk, which has no fields of single events and checks its fields before its events. */
  readonly single?: true;
}

const locked = '402 YEAR_LOCKED';
const frozen = '409 YEAR_FROZEN';
const notFound = '404 NOT_FOUND';
const set = { overriddenTaxable: false };
const at = (overriddenTimestamp: string): object => ({ overriddenTimestamp });

// prettier-ignore
const OVERRIDES: readonly Row[] = [
  { what: 'an unknown id', event: 'UNKNOWN', fields: set, outcome: notFound },
  { what: 'an id of another user', event: 'OF ANOTHER', fields: set, outcome: notFound },
  { what: 'an event that was removed', event: 'ORPHAN 2024', fields: set, outcome: notFound },
  { what: 'an event of a locked and frozen year', event: 'SELL 2023', fields: set, outcome: locked },
  { what: 'an event of a locked year', event: 'SELL 2024', fields: set, outcome: locked },
  { what: 'an event of a locked year, without a change', event: 'SELL 2024', fields: {}, outcome: locked, single: true },
  { what: 'an event of a locked year, repeating its override', event: 'CORRECTED 2024', fields: { notes: 'CORRECTED 2024' }, outcome: locked },
  { what: 'an event of a frozen year', event: 'SELL 2025', fields: set, outcome: frozen },
  { what: 'an event of a frozen year, with a field that is set and cleared', event: 'SELL 2025', fields: { notes: 'x', clear: ['notes'] }, outcome: frozen, single: true },
  { what: 'a date that moves an event from an open to a locked year', event: 'SELL 2026', fields: at('2024-06-01T00:00:00Z'), outcome: locked, single: true },
  { what: 'a date that moves an event from an open to a frozen year', event: 'SELL 2026', fields: at('2025-12-31T22:59:59.999999Z'), outcome: frozen, single: true },
  { what: 'a date that moves an event from a frozen to a locked year', event: 'SELL 2025', fields: at('2024-06-01T00:00:00Z'), outcome: locked, single: true },
  { what: 'a date that moves an event from a frozen to an open year', event: 'SELL 2025', fields: at('2026-06-01T00:00:00Z'), outcome: frozen, single: true },
  { what: 'a date that moves an event from a locked to an open year', event: 'SELL 2024', fields: at('2026-06-01T00:00:00Z'), outcome: locked, single: true },
  { what: 'a date that moves an event into a year without plan and events', event: 'SELL 2026', fields: at('2027-01-01T00:00:00Z'), outcome: locked, single: true },
  { what: 'a field that is set and cleared', event: 'SELL 2026', fields: { notes: 'x', clear: ['notes'] }, outcome: '400 CLEAR_CONFLICT' },
  { what: 'neither a field to set nor to clear', event: 'SELL 2026', fields: {}, outcome: '400 NOTHING_TO_APPLY' },
  { what: 'only nulls', event: 'SELL 2026', fields: { notes: null, overriddenTaxable: null, clear: [] }, outcome: '400 NOTHING_TO_APPLY' },
  { what: 'clearing a field that is not set', event: 'SELL 2026', fields: { clear: ['notes'] }, outcome: 'UNCHANGED' },
  { what: 'the first second of the open year in Brussels', event: 'SELL 2026', fields: at('2025-12-31T23:00:00Z'), outcome: 'APPLIED', single: true },
  { what: 'the same instant in another zone', event: 'SELL 2026', fields: at('2026-01-01T00:00:00+01:00'), outcome: 'UNCHANGED', single: true },
  { what: 'an amount', event: 'SELL 2026', fields: { overriddenAmount: 1.5 }, outcome: 'APPLIED', single: true },
  { what: 'the same amount', event: 'SELL 2026', fields: { overriddenAmount: 1.5 }, outcome: 'UNCHANGED', single: true },
  { what: 'a description', event: 'SELL 2026', fields: { overriddenDescription: '' }, outcome: 'APPLIED' },
  { what: 'the same description', event: 'SELL 2026', fields: { overriddenDescription: '' }, outcome: 'UNCHANGED' },
  { what: 'an empty list of flags', event: 'SELL 2026', fields: { overriddenFlags: [] }, outcome: 'APPLIED' },
  { what: 'flags', event: 'SELL 2026', fields: { overriddenFlags: ['a', 'b'] }, outcome: 'APPLIED' },
  { what: 'the same flags', event: 'SELL 2026', fields: { overriddenFlags: ['a', 'b'] }, outcome: 'UNCHANGED' },
  { what: 'clearing one of several fields', event: 'SELL 2026', fields: { clear: ['overriddenFlags'] }, outcome: 'APPLIED' },
  { what: 'clearing the same field again', event: 'SELL 2026', fields: { clear: ['overriddenFlags'] }, outcome: 'UNCHANGED' },
];

const idOf = (user: CorrectableUser, event: string): string => {
  if (event === 'UNKNOWN') return UNKNOWN_ID;
  return (event === 'OF ANOTHER' ? other.events.get('SELL 2026') : user.events.get(event))!;
};

describe.each(['REST', 'gRPC', 'bulk'])('An override over %s', (name) => {
  const rows = OVERRIDES.filter(({ single }) => name !== 'bulk' || single !== true);
  it.each(rows)('with $what gives $outcome', async ({ event, fields, outcome }) => {
    const user = users.get(name)!;
    expect(await surfaces.of[name]!.apply(user, idOf(user, event), fields)).toBe(outcome);
  });
});

// prettier-ignore
const REMOVALS: readonly Omit<Row, 'fields'>[] = [
  { what: 'with an unknown id', event: 'UNKNOWN', outcome: notFound },
  { what: 'of another user', event: 'OF ANOTHER', outcome: notFound },
  { what: 'of an event of a locked and frozen year', event: 'CORRECTED 2023', outcome: locked },
  { what: 'of an event of a locked year', event: 'CORRECTED 2024', outcome: locked },
  { what: 'of an event of a frozen year', event: 'CORRECTED 2025', outcome: frozen },
  { what: 'whose event was removed, whatever its year,', event: 'ORPHAN 2024', outcome: 'DELETED' },
  { what: 'of an event of an open year', event: 'CORRECTED 2026', outcome: 'DELETED' },
  { what: 'that is already removed', event: 'CORRECTED 2026', outcome: notFound },
];

describe.each(['REST', 'gRPC', 'bulk'])('Removing an override over %s', (name) => {
  it.each(REMOVALS)('$what gives $outcome', async ({ event, outcome }) => {
    const user = users.get(name)!;
    const ids = event === 'OF ANOTHER' ? other.overrides : user.overrides;
    const overrideId =
      event === 'UNKNOWN' ? UNKNOWN_ID : ids.get(event.replace('OF ANOTHER', 'CORRECTED 2026'))!;
    expect(await surfaces.of[name]!.remove(user, overrideId)).toBe(outcome);
  });
});

interface MatchRow {
  readonly what: string;
  readonly out: string;
  readonly into: string;
  readonly kind?: string;
  readonly outcome: Outcome;
}

const ownWallet = { overriddenTreatment: 'TRANSFER_OUT_OWN_WALLET' };

// prettier-ignore
const MATCHES: readonly MatchRow[] = [
  { what: 'an unknown outgoing leg', out: 'UNKNOWN', into: 'ARRIVAL 2026', outcome: notFound },
  { what: 'an unknown incoming leg', out: 'SECOND 2026', into: 'UNKNOWN', outcome: notFound },
  { what: 'a leg of another user and a leg in a locked year', out: 'SELL 2024', into: 'OF ANOTHER', outcome: notFound },
  { what: 'one leg in a locked and one in a frozen year', out: 'SELL 2025', into: 'ARRIVAL 2024', outcome: locked },
  { what: 'the outgoing leg in a frozen year', out: 'SELL 2025', into: 'ARRIVAL 2026', outcome: frozen },
  { what: 'the incoming leg in a frozen year', out: 'SECOND 2026', into: 'ARRIVAL 2025', outcome: frozen },
  { what: 'legs in a frozen year, in the wrong order', out: 'ARRIVAL 2025', into: 'SELL 2025', outcome: frozen },
  { what: 'an outgoing leg that is not a disposition', out: 'ARRIVAL 2026', into: 'BUY 2026', outcome: '400 NOT_A_DISPOSITION' },
  { what: 'an incoming leg that is not an acquisition', out: 'SECOND 2026', into: 'CORRECTED 2026', outcome: '400 NOT_AN_ACQUISITION' },
  { what: 'the same event as both legs', out: 'SECOND 2026', into: 'SECOND 2026', outcome: '400 NOT_AN_ACQUISITION' },
  { what: 'SELF_TRANSFER between two assets', out: 'SECOND 2026', into: 'OTHER ASSET 2026', outcome: '400 ASSETS_DIFFER' },
  { what: 'MIGRATION between two assets', out: 'SECOND 2026', into: 'OTHER ASSET 2026', kind: 'MIGRATION', outcome: '400 ASSETS_DIFFER' },
  { what: 'SELF_TRANSFER whose outgoing leg is not marked as own wallet', out: 'SECOND 2026', into: 'SECOND ARRIVAL 2026', outcome: '400 OWN_WALLET_REQUIRED' },
  { what: 'BRIDGE between two assets', out: 'SECOND 2026', into: 'OTHER ASSET 2026', kind: 'BRIDGE', outcome: 'CREATED' },
  { what: 'a pair that is already matched, with another kind', out: 'SECOND 2026', into: 'OTHER ASSET 2026', kind: 'WRAP', outcome: 'UNCHANGED' },
  { what: 'SELF_TRANSFER with a matched leg that is not marked as own wallet', out: 'SECOND 2026', into: 'SECOND ARRIVAL 2026', outcome: '400 OWN_WALLET_REQUIRED' },
  { what: 'an outgoing leg that has another match', out: 'SECOND 2026', into: 'SECOND ARRIVAL 2026', kind: 'BRIDGE', outcome: '409 ALREADY_MATCHED' },
  { what: 'an incoming leg that has another match', out: 'CORRECTED 2026', into: 'OTHER ASSET 2026', kind: 'BRIDGE', outcome: '409 ALREADY_MATCHED' },
];

async function matchThrough(name: string, user: CorrectableUser, row: MatchRow): Promise<Outcome> {
  const request = {
    outTaxEventId: idOf(user, row.out),
    inTaxEventId: idOf(user, row.into),
    transferKind: row.kind ?? 'SELF_TRANSFER',
  };
  const word = (created: unknown): Outcome => (created === true ? 'CREATED' : 'UNCHANGED');
  if (name === 'REST') {
    const answer = await send(stack, user, 'POST', '/api/v1/transfer-matches', request);
    return rejectionOf(answer) ?? word(answer.body['created']);
  }
  const { client, metadataOf } = correctionsClient(stack);
  const call = client.matchTransfers.bind(client);
  return callUnary(call, request, metadataOf(user), 20_000)
    .then(({ created }) => word(created), rejectionOfCall)
    .finally(() => {
      client.close();
    });
}

describe.each(['REST', 'gRPC'])('A transfer match over %s', (name) => {
  it.each(MATCHES)('with $what gives $outcome', async (row) => {
    expect(await matchThrough(name, users.get(name)!, row)).toBe(row.outcome);
  });

  it('of kind SELF_TRANSFER is accepted at once after an override with TRANSFER_OUT_OWN_WALLET, before the recalculation', async () => {
    const user = users.get(name)!;
    const pair = { what: '', out: 'CORRECTED 2026', into: 'SECOND ARRIVAL 2026', outcome: '' };
    expect(await matchThrough(name, user, pair)).toBe('400 OWN_WALLET_REQUIRED');
    expect(await surfaces.of[name]!.apply(user, idOf(user, pair.out), ownWallet)).toBe('APPLIED');
    expect(await matchThrough(name, user, pair)).toBe('CREATED');
  });

  it('uses the effective type of a leg: after an override to INCOME it is not an acquisition', async () => {
    const user = users.get(name)!;
    const pair = { what: '', out: 'SELL 2026', into: 'ARRIVAL 2026', kind: 'BRIDGE', outcome: '' };
    await surfaces.of[name]!.apply(user, idOf(user, pair.into), { overriddenType: 'INCOME' });
    expect(await matchThrough(name, user, pair)).toBe('400 NOT_AN_ACQUISITION');
  });
});

describe('Removing a transfer match', () => {
  const undo = async (user: CorrectableUser, matchId: string): Promise<Outcome> =>
    rejectionOf(await send(stack, user, 'DELETE', `/api/v1/transfer-matches/${matchId}`)) ?? 'DELETED';
  const existing = async (user: CorrectableUser, event: string): Promise<string> => {
    const query = { taxEventId: idOf(user, event) };
    const candidates = stack
      .api(user.token)
      .GET('/api/v1/transfer-matches/candidates', { params: { query } });
    return (await ok(candidates)).existingMatch!.id;
  };

  it('gives 404 for an unknown id and for another user, and succeeds once for the own match', async () => {
    const [user, stranger] = [users.get('REST')!, users.get('bulk')!];
    const matchId = await existing(user, 'SECOND 2026');
    expect(await undo(user, UNKNOWN_ID)).toBe(notFound);
    expect(await undo(stranger, matchId)).toBe(notFound);
    expect(await undo(user, matchId)).toBe('DELETED');
    expect(await undo(user, matchId)).toBe(notFound);
  });

  it('is rejected for a locked year of its legs', async () => {
    const user = users.get('gRPC')!;
    const matchId = await existing(user, 'SECOND 2026');
    const setYears = (option: string) => stack.ctx(['user', 'set', '--user', user.userId, option, '2026']);
    await setYears('--remove-year');
    expect(await undo(user, matchId)).toBe(locked);
    await setYears('--add-year');
    expect(await undo(user, matchId)).toBe('DELETED');
  });
});
