/**
 * The reference of load tests, which is what a user would write instead: one Express program with `pg` that returns the same
 * page of transactions from the same table, without authentication, limits, row security or a second service.
 */
import express from 'express';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

const COLUMNS = `event_id AS id, account_id AS "accountId", type, treatment, taxable, occurred_at AS timestamp, amount,
  asset_key AS "assetKey", asset_symbol AS "assetSymbol", flags, needs_review AS "needsReview", spam,
  euro_value AS "euroValue", description, protocol, reference_id AS "referenceId",
  continuity_group_id AS "continuityGroupId", override_id AS "overrideId"`;

const app = express();
app.get('/transactions', async (request, response) => {
  const { user, year, page = '0', size = '50' } = request.query as Record<string, string>;
  const { rows } = await pool.query<{ amount: string; euroValue: string | null }>({
    name: 'page',
    text: `SELECT ${COLUMNS} FROM figures.events WHERE user_id = $1 AND year = $2
      ORDER BY occurred_at DESC, event_id LIMIT $3 OFFSET $4`,
    values: [user, year, size, Number(page) * Number(size)],
  });
  const transactions = rows.map((row) => ({
    ...row,
    amount: Number(row.amount),
    euroValue: row.euroValue === null ? null : Number(row.euroValue),
  }));
  response.json({ year: Number(year), page: Number(page), size: Number(size), transactions });
});
const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  process.stdout.write(`${String(port)}\n`);
});
