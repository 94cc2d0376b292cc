/** What a sale would do, now or in January: the form and the operation of the API that it sends. */
import { rejectionOf } from '../../http/rejection-of-status.ts';
import type { Fault } from '../../ui/components.ts';
import { type FiguresVisit, InvalidParameters } from '../visit/figures-visit.ts';
import type { Reply } from '../visit/visit.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';
import { parametersOfSale, saleOfQuery } from './sale-form.ts';
import { type SalePreview, whatIfPage } from './what-if-view.ts';

/** Shows the form, and the sale that the address names. */
export async function showWhatIf(visit: FiguresVisit): Promise<Reply> {
  const { language, session, request } = visit;
  const query = request.query as Readonly<Record<string, unknown>>;
  const nowMs = Date.now();
  const typed = saleOfQuery(query, nowMs);
  const { holdings } = await visit.readDigits('getPortfolio', { lots: 'false' });
  const page = (status: number, preview: SalePreview | null, faults: readonly Fault[] = []): Reply => ({
    status,
    page: whatIfPage({ language, visitor: session, holdings, typed, preview, faults }),
  });
  if (query['amount'] === undefined || holdings.length === 0) return page(200, null);
  const read = parametersOfSale(typed, holdings, { language, nowMs });
  if ('faults' in read) return page(422, null, read.faults);
  const texts = FIGURES_TEXTS[language].whatIf.faults;
  try {
    return page(200, await visit.readDigits('previewSale', read.parameters));
  } catch (error) {
    if (error instanceof InvalidParameters)
      return page(422, null, [{ field: 'amount', text: texts.tooLong }]);
    switch (rejectionOf(error)?.rejected) {
      case 'YEAR_FROZEN':
        return page(409, null, [{ field: 'day', text: texts.submitted }]);
      case 'RECALC_RUNNING':
        return page(409, null, [{ field: null, text: texts.running }]);
      case 'PREVIEW_TOO_LARGE':
        return page(409, null, [{ field: null, text: texts.tooLarge }]);
      // The router says that a year is locked, or that an asset is no longer held.
      default:
        throw error;
    }
  }
}
