/** Loads the money of a user, which only a reading of the law is computed from. */
import type { Client } from '@ctx/platform/postgres';
import type { MoneyPurpose, MoneyType } from '@ctx/domain/vocabulary';
import { sql } from '@ctx/platform/sql';
import type { Price } from '../engine/types.ts';
import { micros, rowsOf } from '../tables/sql.ts';
import { pricesWhere } from './prices.ts';
import { AS_STORED } from './proposal.ts';

/** A row of money. */
export interface MoneyFact {
  readonly id: string;
  readonly accountId: string;
  readonly currency: string;
  readonly type: MoneyType;
  readonly purpose: MoneyPurpose;
  /** Decimal with every digit. */
  readonly amount: string;
  readonly atUs: number;
}

/** The money of a taxpayer, and the prices of its currencies. */
export interface MoneyFacts {
  readonly rows: readonly MoneyFact[];
  readonly prices: readonly Price[];
}

/** Returns the money other than euro, and the prices of its currencies, in the caller's transaction. */
export async function readForeignMoney(client: Client, userId: number): Promise<MoneyFacts> {
  const rows = await rowsOf<MoneyFact>(
    client,
    sql`SELECT m.money_id AS id, m.account_id AS "accountId", m.currency, m.type, m.purpose, m.amount, ${micros('m.occurred_at', 'atUs')}
      FROM facts.money m WHERE m.user_id = ${userId} AND m.currency <> 'EUR'`,
  );
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  if (currencies.length === 0) return { rows, prices: [] };
  const ofThem = sql`p.asset_key = ANY (${currencies})`;
  const wanted = { own: ofThem, shared: ofThem, entered: ofThem };
  return { rows, prices: await rowsOf<Price>(client, pricesWhere(userId, wanted, AS_STORED)) };
}
