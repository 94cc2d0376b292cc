import { shownInstant } from '@ctx/domain/instant';
import { PHOTO } from '@ctx/domain/law/photo';
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import { LIMITS } from '@ctx/domain/limits';
import type { GetPhotoRequest, Photo } from '@ctx/proto/gen/ctx/v1/read';
import { readAsUser, type Source } from '../sources/source.ts';
import { type HeldAsset, photoAsset } from '../present/photo.ts';
import {
  PHOTO_ACCOUNTS,
  PHOTO_ASSETS,
  PHOTO_KEYS,
  PHOTO_STATE,
  PHOTO_UNPRICED,
  PHOTO_YEARS,
  type PhotoAccountRow,
  type PhotoYearRow,
  type UnpricedRow,
} from './photo-rows.ts';

/**
 * Returns a page of the photo: what was held at the photo moment, as a year sees it. What follows from costs is null for a locked year,
 * whose report would not show it either. A submitted year sees the lots and prices that it was submitted with.
 */
export async function getPhoto(source: Source, userId: number, request: GetPhotoRequest): Promise<Photo> {
  const [years] = await readAsUser<[PhotoYearRow]>(source, userId, PHOTO_YEARS({ userId }));
  const seenFrom = chosenYear(years, request.year ?? null);
  const { year } = seenFrom;
  const size = Math.min(request.size, LIMITS.pageSizeMax);
  const page = { userId, year, size, after: request.after ?? '' };
  const [found] = await readAsUser<[{ asset_key: string }]>(source, userId, PHOTO_KEYS(page));
  const keys = found.map(({ asset_key }) => asset_key);
  const values = { userId, year, keys, folded: keys.map((key) => key.toLowerCase()) };
  const [[state], assets, accounts, [unpriced]] = await readAsUser<
    [{ stale: boolean }, HeldAsset, PhotoAccountRow, UnpricedRow]
  >(
    source,
    userId,
    PHOTO_STATE(values),
    PHOTO_ASSETS(values),
    PHOTO_ACCOUNTS(values),
    PHOTO_UNPRICED(values),
  );
  const accountsOf = Map.groupBy(accounts, ({ asset_key }) => asset_key);
  return {
    ...seenFrom,
    moment: MOMENT,
    stale: state?.stale ?? false,
    assets: assets.map((row) => photoAsset(row, accountsOf.get(row.asset_key) ?? [], seenFrom)),
    assetsWithoutPrice: unpriced?.count ?? 0,
    next: keys.length < size ? null : (keys.at(-1) ?? null),
  };
}

const MOMENT = shownInstant(PHOTO.momentUs);

/** Returns the year that sees the photo: the requested one, else the newest paid one that is not submitted, else the newest paid one. */
function chosenYear(years: readonly PhotoYearRow[], requested: number | null): PhotoYearRow {
  if (requested !== null)
    return years.find(({ year }) => year === requested) ?? { year: requested, locked: true, frozen: false };
  const paid = years.filter(({ locked }) => !locked);
  const chosen = paid.find(({ frozen }) => !frozen) ?? paid[0];
  return chosen ?? { year: FIRST_TAXED_YEAR, locked: true, frozen: false };
}
