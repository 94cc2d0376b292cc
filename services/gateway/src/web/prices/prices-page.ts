/** The pages of prices: of all assets, and of one. */
import { isDay } from '@ctx/domain/instant';
import { EUR_ASSET_KEY } from '@ctx/domain/euro';
import { LIMITS } from '@ctx/domain/limits';
import type { Fault } from '../../ui/components.ts';
import type { Form } from '../../ui/form.ts';
import { withRecalculation } from '../visit/changes.ts';
import { type FiguresVisit, figuresVisit, InvalidParameters } from '../visit/figures-visit.ts';
import { doneText, notFound, type Reply, type SignedInVisit, textOf } from '../visit/visit.ts';
import type { AssetOfPhoto, RejectedPriceFile } from './form-view.ts';
import { assetPricesPage, pricesPage } from './prices-view.ts';
import { dayOfField } from './proposed-prices.ts';
import { PRICES_TEXTS } from './texts/texts.ts';

/** Days with a field on one page. A form has at most 100 fields. */
const DAYS = 50;
/** Entered prices on one page. */
const ENTERED = '50';

/** What a form that is shown again has. */
export interface ShownAgain {
  readonly status: number;
  readonly form: Form;
  readonly faults: readonly Fault[];
  readonly rejected?: RejectedPriceFile | null;
}

const FIRST: ShownAgain = { status: 200, form: new Map(), faults: [] };

/** Returns the key of an asset whose prices can be entered; null for another text. */
export function assetOf(text: string): string | null {
  return text === '' || text.length > LIMITS.assetKeyCharactersMax || text === EUR_ASSET_KEY ? null : text;
}

/** Shows the missing and the entered prices, of the asset in the address if it names one. */
export async function showPrices(visit: SignedInVisit): Promise<Reply> {
  const asset = visit.request.query['asset'];
  const text = typeof asset === 'string' ? asset.trim() : '';
  const assetKey = assetOf(text);
  if (text !== '' && assetKey === null) return notFound(visit);
  return formPage(visit, assetKey);
}

/** Returns the page of an asset, or of all for null, with what was typed if the form is shown again. */
export async function formPage(
  visit: SignedInVisit,
  assetKey: string | null,
  { status, form, faults, rejected = null }: ShownAgain = FIRST,
): Promise<Reply> {
  const { language, session, request, parts } = visit;
  const { saved, removed } = PRICES_TEXTS[language].prices;
  const known = doneText(visit, { saved, removed });
  const done = known === null ? null : await withRecalculation(visit, known);
  const query = request.query as Readonly<Record<string, unknown>>;
  const daysPage = pageNumber(textOf(query['days']));
  const figures = figuresVisit(visit);
  try {
    const [questions, entered] = await Promise.all([
      figures.priceQuestions(
        assetKey === null ? {} : { assetKey, daysSkipped: daysPage * DAYS, daysMax: DAYS + 1 },
      ),
      figures.readDigits('listPrices', {
        page: textOf(query['entered']) || '0',
        size: ENTERED,
        ...(assetKey !== null && { assetKey }),
      }),
    ]);
    const view = { language, visitor: session, entered, faults, rejected, done };
    if (assetKey === null) {
      const asked = new Set(questions.assets.flatMap((asset) => (asset.photo ? [asset.assetKey] : [])));
      const unpriced = await assetsWithoutPhotoPrice(figures);
      const ofPhoto = unpriced.filter((asset) => !asked.has(asset.assetKey));
      return { status, page: pricesPage({ ...view, questions, typed: form, ofPhoto }) };
    }
    const days = questions.days.slice(0, DAYS);
    const day = textOf(query['day']);
    const page = assetPricesPage({
      ...view,
      questions: { ...questions, days },
      typed: withOtherDay(form, new Set(days.map((each) => each.day))),
      assetKey,
      daysPage,
      hasMoreDays: questions.days.length > DAYS,
      day: isDay(day) ? day : null,
      upgradeUrl: parts.settings.upgradeUrl,
    });
    return { status, page };
  } catch (error) {
    if (error instanceof InvalidParameters) return notFound(visit);
    throw error;
  }
}

/** Assets of one page of the photo, and pages that are read: more assets are on the page of the photo. */
const PHOTO_ASSETS = '200';
const PHOTO_PAGES_MAX = 5;

/** Returns the assets that were held at the end of 2025 and whose price of that moment can be entered. */
async function assetsWithoutPhotoPrice(figures: FiguresVisit): Promise<AssetOfPhoto[]> {
  const found: AssetOfPhoto[] = [];
  let after = '';
  for (let page = 0; page < PHOTO_PAGES_MAX; page += 1) {
    const photo = await figures.readDigits('getPhoto', {
      size: PHOTO_ASSETS,
      ...(after !== '' && { after }),
    });
    if (photo.locked || photo.frozen) return [];
    found.push(...photo.assets.filter(({ price }) => price == null));
    if (photo.next == null || found.length >= Number(photo.assetsWithoutPrice)) break;
    after = photo.next;
  }
  return found;
}

const DAYS_PAGE_MAX = LIMITS.priceQuestionsMax / DAYS;

function pageNumber(text: string): number {
  return /^\d{1,6}$/.test(text) ? Math.min(Number(text), DAYS_PAGE_MAX) : 0;
}

/** A form of another page has one day. Where that day has no field, it is the other day. */
function withOtherDay(form: Form, shown: ReadonlySet<string>): Form {
  for (const [field, text] of form) {
    const day = dayOfField(field);
    if (day !== null && !shown.has(day) && text !== '' && (form.get('other-day') ?? '') === '')
      return new Map([...form, ['other-day', day], ['other-price', text]]);
  }
  return form;
}
