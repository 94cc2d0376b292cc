/* global document, navigator, PublicKeyCredential, setTimeout, clearTimeout, addEventListener */
/**
 * What pages do besides what HTML does: copying a token, asking for a passkey, sending a form once however often it is clicked, and
 * ignoring a click that was meant for another window.
 */

for (const button of document.querySelectorAll('button[data-copies]')) {
  const field = document.getElementById(button.dataset.copies);
  const status = document.getElementById(button.dataset.status);
  button.hidden = false;
  button.addEventListener('click', async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      status.textContent = button.dataset.done;
    } catch {
      // No permission, or no https: the text is selected, the keyboard copies it.
      status.textContent = button.dataset.failed;
    }
  });
}

const passkeys = {
  create: (options) =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  get: (options) =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
};

// The button of such a form first asks the browser for a passkey; what comes back is sent in the form.
for (const form of document.querySelectorAll('form[data-passkey]')) {
  const { credential } = form.elements;
  const status = form.querySelector('[role="status"]');
  const { passkey: way, options, failed, unknown } = form.dataset;
  form.addEventListener('submit', async (event) => {
    if (credential.value !== '') return;
    event.preventDefault();
    status.textContent = '';
    try {
      credential.value = JSON.stringify(await passkeys[way](JSON.parse(options)));
      form.requestSubmit();
    } catch (error) {
      // A browser without passkeys has none of these functions.
      status.textContent = error instanceof TypeError || error instanceof ReferenceError ? unknown : failed;
    }
  });
}

const submitButtons = (form) => form.querySelectorAll('button[type="submit"]');

const waitsForPasskey = (form) => form.dataset.passkey !== undefined && form.elements.credential.value === '';

document.addEventListener('submit', ({ target }) => {
  if (waitsForPasskey(target)) return;
  // After the form's data is collected: a disabled button's own value is not sent.
  setTimeout(() => {
    for (const button of submitButtons(target)) button.disabled = true;
  });
});

// A window in front can close under the pointer in the middle of a double click (double-clickjacking). A guarded button ignores clicks
// until the page has been visible and focused for half a second, each time; `aria-disabled` keeps the keyboard's place.
const GUARD_MS = 500;

for (const button of document.querySelectorAll('button.guarded')) {
  let timer;
  const guard = () => {
    clearTimeout(timer);
    button.setAttribute('aria-disabled', 'true');
    if (document.visibilityState === 'visible' && document.hasFocus())
      timer = setTimeout(() => button.removeAttribute('aria-disabled'), GUARD_MS);
  };
  button.addEventListener('click', (event) => {
    if (button.hasAttribute('aria-disabled')) event.preventDefault();
  });
  for (const name of ['focus', 'blur', 'pageshow']) addEventListener(name, guard);
  document.addEventListener('visibilitychange', guard);
  guard();
}

// Back to a page that the browser kept: its forms can be sent again.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  for (const form of document.forms) {
    for (const button of submitButtons(form)) button.disabled = false;
    if (form.dataset.passkey !== undefined) form.elements.credential.value = '';
  }
});
