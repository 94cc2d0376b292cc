/** The page on which a user signs in. */
import { type Fault, faultList, field, notice, titleOf } from '../../ui/components.ts';
import { fill, html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { csrfField, plainPage } from '../../ui/layout.ts';
import { signInPath } from './next.ts';
import { SIGN_IN_TEXTS } from './texts/texts.ts';

export interface SignInView {
  readonly language: Language;
  readonly csrfToken: string;
  /** Path to redirect to afterwards; null for the settings. */
  readonly next: string | null;
  /** Whether the user signs in to answer an app's request. */
  readonly isForApp: boolean;
  /** Value of the form's e-mail field. */
  readonly email: string;
  readonly faults: readonly Fault[];
  /** What the user has just done, as a text. */
  readonly done: string | null;
  /** That the session of the browser has ended, as a text; null if it has not. */
  readonly ended: string | null;
  /** The platform's provider, which replaces passwords: its name and the address that starts the sign-in. */
  readonly provider: { readonly label: string; readonly href: string } | null;
}

/** Returns the page with the form for e-mail address and password, or with the link to the platform's provider. */
export function signInPage(view: SignInView): string {
  const { language, faults } = view;
  const texts = SIGN_IN_TEXTS[language].signIn;
  const content = html`<h1>${texts.title}</h1>
    ${view.ended === null ? null : html`<p class="note" role="status">${view.ended}</p>`} ${notice(view.done)}
    ${faultList(faults, language)} ${view.isForApp ? html`<p class="lead">${texts.forApp}</p>` : null}
    ${view.provider === null ? passwordForm(view) : providerLink(view.provider, language)}`;
  return plainPage({ language, title: titleOf(texts.title, faults, language), content });
}

function passwordForm({ language, csrfToken, next, email, faults }: SignInView): Html {
  const texts = SIGN_IN_TEXTS[language].signIn;
  // An error of both together is shown once, above them. It is marked at the password, which is more often wrong and is empty again.
  const isRejected = faults.some((fault) => fault.field === null);
  const emailMore = faults.length === 0 ? html`autofocus` : undefined;
  const passwordMore = isRejected
    ? html`aria-invalid="true" aria-describedby="form-fault" autofocus`
    : undefined;
  // With `next` in its address, the page after a failed sign-in can be shown in another language and keeps it.
  return html`<form method="post" action="${signInPath(next)}" novalidate>
      ${csrfField(csrfToken)}
      ${next === null ? null : html`<input type="hidden" name="next" value="${next}" />`}
      ${field(
        {
          id: 'email',
          label: texts.email,
          type: 'email',
          value: email,
          autocomplete: 'username',
          ...(emailMore === undefined ? {} : { more: emailMore }),
        },
        faults,
        language,
      )}
      ${field(
        {
          id: 'password',
          label: texts.password,
          type: 'password',
          autocomplete: 'current-password',
          ...(passwordMore === undefined ? {} : { more: passwordMore }),
        },
        faults,
        language,
      )}
      <p class="actions even"><button type="submit">${texts.submit}</button></p>
    </form>
    <p class="small after">${texts.forgotten}</p>`;
}

// A link, as browsers apply `form-action` to a form's redirect to another host.
function providerLink({ label, href }: { label: string; href: string }, language: Language): Html {
  const text = fill(SIGN_IN_TEXTS[language].signIn.withProvider, { label: html`<bdi>${label}</bdi>` });
  return html`<p class="actions even"><a class="button" href="${href}">${text}</a></p>`;
}
