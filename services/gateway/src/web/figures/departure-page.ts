/** What a departure abroad would realise: a day, and the operation of the API that computes it. */
import { brusselsDayText } from '@ctx/domain/brussels';
import { isDay } from '@ctx/domain/instant';
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import { rejectionOf } from '../../http/rejection-of-status.ts';
import type { Fault } from '../../ui/components.ts';
import type { FiguresVisit } from '../visit/figures-visit.ts';
import { type Reply, textOf } from '../visit/visit.ts';
import { type DeparturePreview, departurePage } from './departure-view.ts';
import { noonOf } from './sale-form.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

/** Shows the form, and the departure on the day that the address names. */
export async function showDeparture(visit: FiguresVisit): Promise<Reply> {
  const { language, session, request } = visit;
  const typed = textOf((request.query as Readonly<Record<string, unknown>>)['day']);
  const today = brusselsDayText(Date.now());
  const { departure, whatIf } = FIGURES_TEXTS[language];
  const page = (status: number, preview: DeparturePreview | null, faults: readonly Fault[] = []): Reply => ({
    status,
    page: departurePage({ language, visitor: session, day: typed || today, preview, faults }),
  });
  const fault = (status: number, text: string, field: string | null = 'day'): Reply =>
    page(status, null, [{ field, text }]);
  if (typed === '') return page(200, null);
  if (!isDay(typed)) return fault(422, departure.faults.day);
  if (Number(typed.slice(0, 4)) < FIRST_TAXED_YEAR) return fault(422, departure.faults.early);
  try {
    return page(
      200,
      await visit.readDigits('previewDeparture', typed === today ? {} : { at: noonOf(typed) }),
    );
  } catch (error) {
    switch (rejectionOf(error)?.rejected) {
      case 'YEAR_FROZEN':
        return fault(409, departure.faults.submitted);
      case 'RECALC_RUNNING':
        return fault(409, whatIf.faults.running, null);
      case 'PREVIEW_TOO_LARGE':
        return fault(409, whatIf.faults.tooLarge, null);
      // The router says that a year is locked.
      default:
        throw error;
    }
  }
}
