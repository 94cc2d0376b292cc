/* global document, navigator, getSelection, PublicKeyCredential, setTimeout, clearTimeout, addEventListener, fetch, FormData, DOMParser, AbortController, URLSearchParams */
/**
 * Scripts of the pages: copy a text, request a passkey, drop files on their field, show
 * what an answer would change while it is typed, send a form only once, and ignore a click that was
 * meant for another window. All pages except passkeys also work without scripts.
 */

for (const button of document.querySelectorAll('button[data-copies]')) {
  const field = document.getElementById(button.dataset.copies);
  const status = document.getElementById(button.dataset.status);
  button.hidden = false;
  button.addEventListener('click', async () => {
    if (field.value === undefined) getSelection().selectAllChildren(field);
    else field.select();
    try {
      await navigator.clipboard.writeText(field.value ?? field.textContent);
      status.textContent = button.dataset.done;
    } catch {
      // Without permission or https, selects the text for the keyboard.
      status.textContent = button.dataset.failed;
    }
  });
}

for (const button of document.querySelectorAll('button[data-shows]')) {
  const field = document.getElementById(button.dataset.shows);
  const show = (isShown) => {
    field.type = isShown ? 'text' : 'password';
    button.setAttribute('aria-pressed', String(isShown));
  };
  button.hidden = false;
  button.addEventListener('click', () => {
    show(field.type === 'password');
  });
  // A browser offers to save what was typed in a password field, and remembers what was typed in a field of text.
  field.form.addEventListener('submit', () => {
    show(false);
  });
}

const passkeys = {
  create: (options) =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  get: (options) =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
};

// The button of such a form first requests a passkey from the browser, and then posts the response with the form.
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
      // These functions are missing in a browser without passkeys.
      status.textContent = error instanceof TypeError || error instanceof ReferenceError ? unknown : failed;
    }
  });
}

// A field of files shows what was chosen, takes files that are dropped on it, and says before sending that they are too many or too large.
for (const input of document.querySelectorAll('input[data-files-max]')) {
  const { filesMax, fileBytesMax, bytesMax, tooMany, tooLarge, tooLargeTogether, drop, waiting } =
    input.dataset;
  const area = input.closest('.field');
  const status = document.getElementById(`${input.id}-chosen`);
  const size = new Intl.NumberFormat(document.documentElement.lang, {
    style: 'unit',
    unit: 'kilobyte',
    maximumFractionDigits: 0,
  });
  const faultOf = (files) => {
    if (files.length > Number(filesMax)) return tooMany;
    const large = files.find((file) => file.size > Number(fileBytesMax));
    if (large !== undefined) return tooLarge.replace('{name}', () => large.name);
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    return bytes > Number(bytesMax) ? tooLargeTogether : '';
  };
  const show = () => {
    const files = [...input.files];
    const fault = faultOf(files);
    input.setCustomValidity(fault);
    status.textContent = [
      files.length === 0 ? drop : '',
      files.map((file) => `${file.name} (${size.format(Math.ceil(file.size / 1000))})`).join(', '),
      fault,
    ]
      .filter((text) => text !== '')
      .join('. ');
  };
  input.addEventListener('change', show);
  area.addEventListener('dragover', (event) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    area.classList.add('dropping');
  });
  for (const end of ['dragleave', 'drop'])
    area.addEventListener(end, () => {
      area.classList.remove('dropping');
    });
  area.addEventListener('drop', (event) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    input.files = event.dataTransfer.files;
    show();
  });
  input.form.addEventListener('submit', (event) => {
    if (input.validity.customError) {
      event.preventDefault();
      input.focus();
    } else if (input.files.length > 0) status.textContent = waiting;
  });
  // The page may come back from the browser's history, with the files still chosen.
  addEventListener('pageshow', show);
}

// Once typing pauses, such a form shows what its next page would say: the answer, and what it would change.
const PAUSE_MS = 700;

for (const form of document.querySelectorAll('form[data-previews]')) {
  const shown = form.querySelector('.preview');
  let timer;
  let request = new AbortController();
  const ask = async () => {
    const { signal } = request;
    try {
      const body = new URLSearchParams(new FormData(form));
      const response = await fetch(form.action, { method: 'POST', body, signal, redirect: 'error' });
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const parts = page.querySelectorAll('.about strong, [aria-labelledby="effect"] > :not(h2)');
      if (response.ok) shown.replaceChildren(...parts);
    } catch {
      // The button leads to the same page, which says what is wrong.
    }
  };
  form.addEventListener('input', () => {
    clearTimeout(timer);
    request.abort();
    request = new AbortController();
    shown.replaceChildren();
    timer = setTimeout(() => void ask(), PAUSE_MS);
  });
}

const submitButtons = (form) => form.querySelectorAll('button[type="submit"]');

const waitsForPasskey = (form) => form.dataset.passkey !== undefined && form.elements.credential.value === '';

const exceedsLimits = (form) => form.querySelector('input[data-files-max]')?.validity.customError === true;

document.addEventListener('submit', ({ target }) => {
  if (waitsForPasskey(target) || exceedsLimits(target)) return;
  // Runs after the browser has collected the form's data, as the value of a disabled button is not sent.
  setTimeout(() => {
    for (const button of submitButtons(target)) button.disabled = true;
  });
});

// Protects against double-clickjacking, where a window in front closes in the middle of a double click. A guarded button ignores clicks
// until the page has been visible and focused for half a second. `aria-disabled` instead of `disabled` keeps the keyboard focus.
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

// The user went back to a page in the browser's cache: its forms can be sent again.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  for (const form of document.forms) {
    for (const button of submitButtons(form)) button.disabled = false;
    if (form.dataset.passkey !== undefined) form.elements.credential.value = '';
  }
});
