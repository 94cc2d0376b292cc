/** The asset of a transaction on a page: the form, and the operation of the API that it sends. */
import { randomUUID } from 'node:crypto';
import { parseRequest } from '@ctx/contract/parse-input';
import { AssetCorrectionRequest } from '@ctx/contract/requests';
import type { RejectionName } from '@ctx/domain/rejections';
import { digitsOf } from '../../answers/digits.ts';
import { rejectionOf } from '../../http/rejection-of-status.ts';
import type { Fault } from '../../ui/components.ts';
import { formKey, perform, withRecalculation } from '../visit/changes.ts';
import { figuresVisit } from '../visit/figures-visit.ts';
import {
  doneText,
  idOf,
  messageReply,
  notFound,
  type PostedForm,
  type Reply,
  type SignedInVisit,
} from '../visit/visit.ts';
import { assetAddress, assetPage } from './asset-view.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

/** Shows the form with the asset of the transaction. */
export async function showAsset(visit: SignedInVisit): Promise<Reply> {
  const taxEventId = idOf(visit);
  return taxEventId === null
    ? notFound(visit)
    : page(visit, taxEventId, { status: 200, typed: null, faults: [] });
}

/** Corrects the asset, or takes its correction back. The same form, sent again, changes nothing more. */
export async function saveAsset(visit: SignedInVisit & PostedForm): Promise<Reply> {
  const { form, language } = visit;
  const { asset: texts } = FIGURES_TEXTS[language];
  const taxEventId = idOf(visit);
  if (taxEventId === null) return notFound(visit);
  const isRemoval = form.get('remove') === 'true';
  const idempotencyKey = formKey(visit, 'asset form', String(isRemoval));
  if (idempotencyKey === null) return messageReply(visit, 'formInvalid', 400);
  const typed = isRemoval ? null : (form.get('asset') ?? '').trim();
  const withFault = (text: string): Promise<Reply> => {
    const faults: readonly Fault[] = [{ field: 'asset', text }];
    return page(visit, taxEventId, { status: 422, typed, faults });
  };
  const parsed = parseRequest(AssetCorrectionRequest, { taxEventIds: [taxEventId], assetId: typed });
  if ('fieldErrors' in parsed) return withFault(texts.invalid);
  const outcome = await perform(visit, {
    id: 'correctAsset',
    input: parsed.input,
    idempotencyKey,
    explained: EXPLAINED,
  });
  if ('rejected' in outcome) return withFault(texts.money);
  const { results } = digitsOf<'correctAsset'>(outcome);
  const [{ status, code } = { status: 'FAILED', code: 'NOT_FOUND' }] = results;
  if (status !== 'FAILED')
    return { seeOther: `${assetAddress(taxEventId)}?done=${isRemoval ? 'removed' : 'saved'}` };
  // Without a code, the transaction is in a currency. The page itself says that a year is closed.
  if (code == null) return withFault(texts.money);
  return page(visit, taxEventId, { status: code === 'YEAR_LOCKED' ? 402 : 409, typed: null, faults: [] });
}

/** The rejection of the whole request that the page explains. */
const EXPLAINED: readonly RejectionName[] = ['MONEY_IS_NO_ASSET'];

interface PageState {
  readonly status: number;
  readonly typed: string | null;
  readonly faults: readonly Fault[];
}

function nullIfNotFound(error: unknown): null {
  if (rejectionOf(error)?.rejected === 'NOT_FOUND') return null;
  throw error;
}

async function page(
  visit: SignedInVisit,
  taxEventId: string,
  { status, typed, faults }: PageState,
): Promise<Reply> {
  const { language, session } = visit;
  const { saved, removed } = FIGURES_TEXTS[language].asset;
  const done = doneText(visit, { saved, removed });
  const shownDone = done === null ? null : await withRecalculation(visit, done);
  const explained = await figuresVisit(visit)
    .readDigits('explainTransaction', { taxEventId })
    .catch(nullIfNotFound);
  if (explained === null) return notFound(visit);
  return {
    status,
    page: assetPage({
      language,
      visitor: session,
      explained,
      typed,
      faults,
      done: shownDone,
      formId: randomUUID(),
    }),
  };
}
