-- Up Migration

-- The report of a year lists the stock at its end, so it reads all lots by asset, not only those that are held now.
CREATE INDEX lots_by_asset ON figures.lots (user_id, asset_key, acquired_at, lot_id);

-- What the report of a year shows beside the rows of that year: earlier years, data sources, prices at the photo moment, and the
-- run that the figures come from. Submitting a year stores it, so that its report stays the same; null for years that were
-- submitted before this release.
ALTER TABLE figures.frozen_years ADD COLUMN report_inputs jsonb;
GRANT SELECT ON figures.frozen_years TO ctx_read;

-- The fingerprint is that of the year's own figures: one of all inputs would tell whether a locked year has changed. Decimals are
-- text, so that no digit is lost. `photo_us` is the photo moment in microseconds, and `age_us_max` the maximum age of a price at that
-- moment.
CREATE FUNCTION figures.report_inputs(for_user bigint, of_year integer, photo_us bigint, age_us_max bigint) RETURNS jsonb
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH photo AS (SELECT 'epoch'::timestamptz + photo_us * interval '1 microsecond' AS moment)
  SELECT jsonb_build_object(
    'run', (SELECT jsonb_build_object('engineVersion', v.engine_version, 'fingerprint', y.digest)
      FROM figures.versions v JOIN figures.years y ON y.user_id = for_user AND y.year = of_year WHERE v.user_id = for_user),
    'years', coalesce((SELECT jsonb_agg(jsonb_build_object('year', y.year, 'regime', y.regime, 'capital_gains', y.capital_gains::text,
        'monthly_gains', to_jsonb(y.monthly_gains::text[])) ORDER BY y.year)
      FROM figures.years y WHERE y.user_id = for_user AND y.year < of_year), '[]'),
    'sources', coalesce((SELECT jsonb_agg(jsonb_build_object('account_id', a.account_id, 'kind', a.kind, 'datasource', a.datasource,
        'label', a.label, 'source_platform', a.source_platform, 'country', a.country, 'registered_on', a.registered_on)
        ORDER BY a.ref COLLATE "C")
      FROM facts.accounts a WHERE a.user_id = for_user), '[]'),
    'photoPrices', coalesce((SELECT jsonb_object_agg(k.asset_key, jsonb_build_object('eur', p.eur::text, 'at', p.at, 'own', p.is_own))
      FROM photo, (SELECT DISTINCT l.asset_key FROM figures.lots l, photo WHERE l.user_id = for_user AND l.arrived_at < photo.moment) k,
        LATERAL (SELECT c.eur, c.at, c.is_own FROM (
            (SELECT o.at, o.eur, true AS is_own FROM facts.prices o
             WHERE o.user_id = for_user AND o.asset_key = k.asset_key AND o.at <= photo.moment ORDER BY o.at DESC LIMIT 1)
            UNION ALL
            (SELECT s.at, s.eur, false FROM facts.shared_prices s
             WHERE s.asset_key = k.asset_key AND s.at <= photo.moment ORDER BY s.at DESC LIMIT 1)) c
          WHERE c.at >= photo.moment - age_us_max * interval '1 microsecond'
          ORDER BY c.at DESC, c.is_own DESC LIMIT 1) p), '{}'));
END;
