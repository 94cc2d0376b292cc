/** Names the price that would settle an issue of the inbox. */
import { brusselsDayText } from '@ctx/domain/brussels';
import { PHOTO_DAY } from '@ctx/domain/entered-price';
import { ISSUE_KINDS, type IssueType } from '@ctx/domain/issues';

/** An issue with its event. */
interface IssueRow {
  readonly issue_type: IssueType;
  /** The asset whose photo price is missing. */
  readonly issue_asset_key: string | null;
  readonly asset_key: string | null;
  readonly occurred_at: string | null;
}

/** Returns the explanation with the asset, the day and the request for the price; nothing for an issue of another kind. */
export function missingPriceOf(row: IssueRow): { readonly explanation?: string } {
  const price = priceOf(row);
  if (price === null) return {};
  const asset = PLAIN_KEY.test(price.assetKey) ? `"${price.assetKey}"` : '<asset key of the event>';
  return {
    explanation: `${ISSUE_KINDS[row.issue_type].explanation} POST /api/v1/prices, or the tool set_prices, settles it with {"assetKey":${asset},"day":"${price.day}","eur":<EUR of one unit>,"source":<where it is from>}.`,
  };
}

// An explanation is advice, so a key of a source that could carry a sentence is not repeated in it.
const PLAIN_KEY = /^[A-Za-z0-9.:]{1,64}$/;

function priceOf(row: IssueRow): { readonly assetKey: string; readonly day: string } | null {
  const { issue_type: type, issue_asset_key: photoAsset, asset_key: assetKey, occurred_at: at } = row;
  if (type === 'MISSING_PHOTO_VALUE')
    return photoAsset === null ? null : { assetKey: photoAsset, day: PHOTO_DAY };
  if (type !== 'MISSING_PRICE' || assetKey === null || at === null) return null;
  return { assetKey, day: brusselsDayText(Date.parse(at)) };
}
