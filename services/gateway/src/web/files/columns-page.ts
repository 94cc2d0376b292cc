/** Reads a file by what a person says about its columns, as a mapping file would. Nothing is stored: the preview holds file and mapping. */
import { cleanText } from '@ctx/domain/third-party-text';
import { LIMITS } from '@ctx/domain/limits';
import { messageReply, type PostedForm, type Reply, type SignedInVisit } from '../visit/visit.ts';
import { columnChoices, faultsOfChoices, mappingOf } from './column-choices.ts';
import { choicesOf, listPage, previewReply } from './file-pages.ts';
import { requestOf } from '../../answers/files/file-request.ts';
import { callerOf, unlessRunning } from './file-visit.ts';
import { unpacked } from './returned-file.ts';

/** Shows what the file of the form would bring in; asks again while something is missing, such as what a type means. */
export async function describeColumns(visit: SignedInVisit & PostedForm): Promise<Reply> {
  const { parts, form } = visit;
  const [content, sha256] = [form.get('content') ?? '', form.get('sha256') ?? ''];
  const bytes = await unpacked(content, sha256);
  if (bytes === null) return messageReply(visit, 'formInvalid', 400);
  const name = cleanText(form.get('name') ?? '');
  const nothingChosen = choicesOf(new Map());
  const looked = await unlessRunning(visit, () =>
    parts.files.preview(callerOf(visit), requestOf(name, bytes, nothingChosen)),
  );
  if ('page' in looked) return looked;
  const { columns } = looked;
  if (columns.length === 0) return messageReply(visit, 'formInvalid', 400);
  const choices = columnChoices(form, columns);
  const faults = faultsOfChoices(choices, columns);
  const asked = { returned: { name, sha256, content }, columns, choices, faults };
  if (faults.length > 0) return listPage(visit, { status: 422, choices: nothingChosen, columns: asked });
  const mapping = mappingOf(choices, columns);
  if (Buffer.byteLength(mapping) > LIMITS.mappingBytesMax) return messageReply(visit, 'formInvalid', 400);
  const mapped = { ...nothingChosen, mapping };
  const answer = await unlessRunning(visit, () =>
    parts.files.preview(callerOf(visit), requestOf(name, bytes, mapped)),
  );
  if ('page' in answer) return answer;
  if (answer.preview != null) return previewReply(visit, { name, bytes }, mapped, answer.preview, mapping);
  const rejected = [{ name, faults: answer.faults }];
  return listPage(visit, { status: 422, choices: nothingChosen, rejected, columns: asked });
}
