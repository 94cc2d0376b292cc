/** The photo: what a taxpayer held at the end of 2025. */
import type { FiguresVisit } from '../visit/figures-visit.ts';
import { type Reply, textOf } from '../visit/visit.ts';
import { photoPage } from './photo-view.ts';

/** Assets of one page, which prints as one document. */
const SIZE = '200';

/** Shows a page of the assets, from the year in the address if it has one. */
export async function showPhoto(visit: FiguresVisit): Promise<Reply> {
  const { language, session, request } = visit;
  const query = request.query as Readonly<Record<string, unknown>>;
  const [year, after] = [textOf(query['year']), textOf(query['after'])];
  const photo = await visit.readDigits('getPhoto', {
    size: SIZE,
    ...(year !== '' && { year }),
    ...(after !== '' && { after }),
  });
  const nowMs = Date.now();
  return {
    status: 200,
    page: photoPage({ language, visitor: session, photo, isFirst: after === '', nowMs }),
  };
}
