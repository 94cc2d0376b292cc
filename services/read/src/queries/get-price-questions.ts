/** Which prices open questions of the inbox lack, by asset and by day in Belgium, for the pages. */
import { PHOTO_DAY } from '@ctx/domain/entered-price';
import { LIMITS } from '@ctx/domain/limits';
import { shownSymbol } from '@ctx/domain/shown-text';
import { parameter, prepare, raw, sql, USER } from '@ctx/platform/sql';
import type { GetPriceQuestionsRequest, PriceQuestions, UnvaluedEvent } from '@ctx/proto/gen/ctx/v1/read';
import { readAsUser, type Source } from '../sources/source.ts';
import { EVENT_OF_ISSUE } from './event-of-issue.ts';

interface AssetRow {
  readonly assetKey: string;
  readonly assetSymbol: string | null;
  readonly events: number;
  readonly days: number;
  readonly photo: boolean;
  /** Questions of all assets. */
  readonly counted: number;
}

interface DayRow {
  readonly day: string;
  /** Years of the events, and of the first gain that needs the photo price. */
  readonly years: readonly number[];
  readonly events: number;
  readonly photo: boolean;
  readonly first: readonly UnvaluedEvent[] | null;
}

interface YearRow {
  readonly year: number;
  readonly locked: boolean;
  readonly frozen: boolean;
}

/** Events named with a day. */
const FIRST_MAX = 5;
const number = (value: number) => raw(String(value));
const OF_PHOTO = raw(`'${PHOTO_DAY}'`);

// LATERAL with a limit: the event of each question is one probe of an index.
const QUESTIONS = sql`
  SELECT coalesce(i.asset_key, e.asset_key) AS asset_key, e.asset_symbol, e.event_id, e.type, e.amount, i.year, i.occurred_at,
    i.issue_type = 'MISSING_PHOTO_VALUE' AS is_photo,
    CASE WHEN i.issue_type = 'MISSING_PHOTO_VALUE' THEN ${OF_PHOTO}
      ELSE to_char(i.occurred_at AT TIME ZONE 'Europe/Brussels', 'YYYY-MM-DD') END AS day
  FROM (SELECT * FROM figures.issues v WHERE v.user_id = ${USER} AND v.issue_type IN ('MISSING_PRICE', 'MISSING_PHOTO_VALUE')
    LIMIT ${number(LIMITS.priceQuestionsMax)}) i
  LEFT JOIN LATERAL ${EVENT_OF_ISSUE} e ON true`;

// The question about a photo price names another asset than its event has, if the units were in another one then.
const ASSETS = prepare(
  'price-questions-by-asset',
  sql`SELECT q.asset_key AS "assetKey", min(q.asset_symbol) FILTER (WHERE NOT q.is_photo) AS "assetSymbol",
      count(*) FILTER (WHERE NOT q.is_photo)::integer AS events, count(DISTINCT q.day)::integer AS days,
      bool_or(q.is_photo) AS photo, (sum(count(*)) OVER ())::integer AS counted
    FROM (${QUESTIONS}) q WHERE q.asset_key IS NOT NULL
    GROUP BY q.asset_key ORDER BY count(*) DESC, q.asset_key`,
);

const DAYS = prepare(
  'price-questions-by-day',
  sql`SELECT q.day, array_agg(DISTINCT q.year) AS years, count(*) FILTER (WHERE NOT q.is_photo)::integer AS events, bool_or(q.is_photo) AS photo,
      to_jsonb((array_agg(jsonb_build_object('id', q.event_id, 'type', q.type, 'amount', q.amount::text) ORDER BY q.occurred_at, q.event_id)
        FILTER (WHERE NOT q.is_photo))[1:${number(FIRST_MAX)}]) AS first
    FROM (${QUESTIONS}) q WHERE q.asset_key = ${parameter('assetKey')}
    GROUP BY q.day ORDER BY q.day DESC LIMIT ${parameter('daysMax')}::integer OFFSET ${parameter('daysSkipped')}::integer`,
);

const YEARS = prepare(
  'price-question-years',
  sql`SELECT y.year, NOT y.paid AS locked, y.submitted_at IS NOT NULL AS frozen FROM facts.years y WHERE y.user_id = ${USER}`,
);

/** Returns the assets and, for one of them, the days of a page. */
export async function getPriceQuestions(
  source: Source,
  userId: number,
  { assetKey, daysSkipped, daysMax }: GetPriceQuestionsRequest,
): Promise<PriceQuestions> {
  const values = { userId, assetKey: assetKey ?? null, daysSkipped, daysMax };
  const [assets, days, years] = await readAsUser<[AssetRow, DayRow, YearRow]>(
    source,
    userId,
    ASSETS(values),
    DAYS(values),
    YEARS(values),
  );
  const byYear = new Map(years.map((each) => [each.year, each]));
  return {
    more: (assets[0]?.counted ?? 0) >= LIMITS.priceQuestionsMax,
    assets: assets.map(({ counted: _counted, ...asset }) => ({
      ...asset,
      assetSymbol: shownSymbol(asset.assetSymbol ?? asset.assetKey),
    })),
    days: days.map(({ years: ofDay, first, ...day }) => ({
      ...day,
      locked: ofDay.some((year) => byYear.get(year)?.locked ?? true),
      frozen: ofDay.some((year) => byYear.get(year)?.frozen ?? false),
      first: [...(first ?? [])],
    })),
  };
}
