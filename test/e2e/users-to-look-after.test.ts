/** `ctx user list --parked --differs --stale`: the users whom an operator looks after. */
import { describe, expect, it } from '@jest/globals';
import { createUser, useDatabase, useStack, useUser } from './kit.ts';
import { event, importLines, waitFor, WORKED_EXAMPLE_1 } from './stack.ts';

// Without a sweep that retries a parked run.
const stack = useStack({ own: true, settings: { SWEEP_INTERVAL_MS: '600000' } });
const database = useDatabase(stack);
const well = useUser(stack, { facts: WORKED_EXAMPLE_1 });
const other = useUser(stack, { facts: WORKED_EXAMPLE_1 });
const withoutFacts = useUser(stack);

const found = (...options: string[]) => stack.ctx(['user', 'list', ...options]);
const setState = (userId: string, assignment: string) =>
  database.query(`UPDATE corrections.recalc_state SET ${assignment} WHERE user_id = $1`, [userId]);

describe('ctx user list', () => {
  it('finds nobody while all is well', async () => {
    expect(await found('--parked', '--differs', '--stale', '1m')).toEqual({ users: [], isComplete: true });
  });

  it('finds the user whose run is parked, with its error and time, until the run succeeds', async () => {
    await setState(other.userId, `parked_at = '2026-01-02 03:04:05Z', parked_error = 'out of memory'`);
    const parked = { since: '2026-01-02T03:04:05Z', error: 'out of memory' };
    const [{ email }] = (
      await database.query<{ email: string }>('SELECT email FROM identity.users WHERE user_id = $1', [
        other.userId,
      ])
    ).rows as [{ email: string }];
    expect(await found('--parked')).toEqual({
      users: [{ userId: Number(other.userId), email, parked }],
      isComplete: true,
    });
    await stack.ctx(['recalc', '--user', other.userId, '--full', '--wait']);
    expect(await found('--parked')).toEqual({ users: [], isComplete: true });
  });

  it('finds the user whose figures differ from recomputed ones, with the number of rows, until they are rebuilt', async () => {
    await database.query('UPDATE figures.years SET income = income + 1 WHERE user_id = $1', [well.userId]);
    await stack.ctx(['recalc', '--user', well.userId, '--check'], true);
    expect(await found('--differs')).toMatchObject({
      users: [{ userId: Number(well.userId), differs: { since: expect.any(String), rows: 1 } }],
    });
    await stack.ctx(['recalc', '--user', well.userId, '--full', '--wait']);
    await stack.ctx(['recalc', '--user', well.userId, '--check']);
    expect(await found('--differs')).toMatchObject({ users: [] });
  });

  it('finds users without a recent import, and takes an import that changes nothing as one, but not one that fails', async () => {
    await setState(well.userId, `imported_at = '2026-01-02 03:04:05Z'`);
    await database.query(`UPDATE identity.users SET created_at = '2026-01-01 00:00:00Z' WHERE user_id = $1`, [
      withoutFacts.userId,
    ]);
    const never = { userId: Number(withoutFacts.userId), stale: { since: null } };
    const old = { userId: Number(well.userId), stale: { since: '2026-01-02T03:04:05Z' } };
    const stale = () => found('--stale', '7d');
    expect(await stale()).toMatchObject({ users: [old, never].toSorted((a, b) => a.userId - b.userId) });
    expect(
      await importLines(stack, well.userId, [event('X', 'NONSENSE', '1', '2026-01-10T10:00:00Z', '1')]),
    ).toHaveProperty('error');
    expect((await stale())['users']).toHaveLength(2);
    expect(await importLines(stack, well.userId, WORKED_EXAMPLE_1)).toMatchObject({ recalc: 'NOT_NEEDED' });
    await waitFor(async () => ((await stale())['users'] as object[]).length === 1);
    expect(await stale()).toMatchObject({ users: [never] });
  });

  it('names each user once with all reasons, and says when there are more than the limit', async () => {
    const third = await createUser(stack, { facts: WORKED_EXAMPLE_1 });
    const old = `imported_at = '2026-01-02 03:04:05Z', parked_at = '2026-01-02 03:04:05Z', parked_error = 'lost'`;
    for (const { userId } of [other, third]) await setState(userId, old);
    const both = { parked: { error: 'lost' }, stale: { since: '2026-01-02T03:04:05Z' } };
    expect(await found('--parked', '--stale', '7d')).toMatchObject({
      users: expect.arrayContaining([
        expect.objectContaining({ userId: Number(other.userId), ...deep(both) }),
        expect.objectContaining({ userId: Number(third.userId), ...deep(both) }),
      ]),
      isComplete: true,
    });
    const first = await found('--parked', '--limit', '1');
    expect(first).toMatchObject({ users: [{ parked: { error: 'lost' } }], isComplete: false });
  });
});

/** Each value as an object that contains it. */
function deep(values: Readonly<Record<string, object>>): object {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, expect.objectContaining(value) as unknown]),
  );
}
