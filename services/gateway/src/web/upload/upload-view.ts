/** The page of an address to which one file is sent, for a person who may not be signed in. */
import type { OpenUpload } from '../../identity/uploads.ts';
import { LIMITS } from '@ctx/domain/limits';
import { type Fault, faultList, fileField, name, titleOf } from '../../ui/components.ts';
import { fill, html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { plainPage } from '../../ui/layout.ts';
import { uploadPath } from '../../ui/paths.ts';
import { UPLOAD_TEXTS } from './texts/texts.ts';

export interface UploadFormView {
  readonly language: Language;
  readonly upload: Pick<OpenUpload, 'email' | 'via'> & { readonly secret: string };
  /** `file`: no file was chosen. */
  readonly faults: readonly 'file'[];
}

/** Returns the page with the form. It names the app and the account, so that a person sees a link that somebody else made for them. */
export function uploadFormPage({ language, upload: { email, via, secret }, faults }: UploadFormView): string {
  const { upload: texts } = UPLOAD_TEXTS[language];
  const found: Fault[] = faults.map((field) => ({ field, text: texts.noFile }));
  const content = html`<h1>${texts.title}</h1>
    <p class="lead">${fill(texts.lead, { app: name(via), account: name(partOfEmail(email)) })}</p>
    <p>${texts.warning}</p>
    ${faultList(found, language)}
    <form method="post" action="${uploadPath(secret)}" enctype="multipart/form-data" novalidate>
      ${fileField({ id: 'file', label: texts.file, hint: texts.hint, accept: ACCEPT }, found)}
      <p class="actions even"><button type="submit">${texts.submit}</button></p>
    </form>`;
  return plainPage({ language, title: titleOf(texts.title, found, language), content });
}

const ACCEPT = '.csv,.txt,.tsv,.xlsx,.zip,.gz';

/** Returns a page with a message: a file has arrived, or the address does not work. It says nothing about whether the address ever did. */
export function uploadMessagePage(
  language: Language,
  message: 'arrived' | 'unusable',
  status: number,
): string {
  const { title, text } = UPLOAD_TEXTS[language].upload[message];
  const minutes = String(LIMITS.uploadKeptMinutesMax);
  const content = html`<h1>${title}</h1>
    <p class="lead" role="${status < 400 ? 'status' : 'alert'}">${text.replace('{minutes}', minutes)}</p>`;
  return plainPage({ language, title, content });
}

/** Returns as much of an e-mail address as its owner needs to know it again: a person who has only the link does not learn it. */
function partOfEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return `${first}…${email.slice(Math.max(at, 0))}`;
}
