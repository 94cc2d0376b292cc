/* global document, fetch, location, addEventListener, performance, URLSearchParams */
/** Sends the requests of the page to try operations, and searches its operations. */

const operations = [...document.querySelectorAll('details.operation')];
const token = document.getElementById('token');
const search = document.getElementById('search');
const CHARACTERS_MAX = 200_000;
document.getElementById('try-tools').hidden = false;
document.getElementById('without-script').hidden = true;

/** Breaks JSON into lines. Parsing and printing it would change numbers of many digits. */
const indented = (json) => {
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|\[\]|\{\}|[[\]{},:]|[^\s"[\]{},:]+|\s+/g, (part) => {
    if (part === '[' || part === '{') {
      depth += 1;
      return part + line();
    }
    if (part === ']' || part === '}') {
      depth -= 1;
      return line() + part;
    }
    if (part === ',') return part + line();
    if (part === ':') return ': ';
    return part.trim() === '' ? '' : part;
  });
};

/** Returns the path with the values of a form, its query and its headers. */
const requestOf = (form) => {
  const query = new URLSearchParams();
  const headers = token.value === '' ? {} : { Authorization: `Bearer ${token.value.trim()}` };
  let path = form.dataset.path;
  for (const { name, value } of form.elements) {
    const [place, key] = name.split(':');
    if (value === '' || key === undefined) continue;
    if (place === 'path') path = path.replace(`{${key}}`, encodeURIComponent(value));
    else if (place === 'query') query.set(key, value);
    else headers[key] = value;
  }
  const body = form.elements.body?.value;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  return {
    address: query.size === 0 ? path : `${path}?${query}`,
    method: form.dataset.method,
    headers,
    body,
  };
};

const send = async (form) => {
  const status = form.querySelector('[role=status]');
  const response = form.querySelector('.response');
  const code = response.querySelector('code');
  const { address, ...request } = requestOf(form);
  status.textContent = 'Sending…';
  const startedAt = performance.now();
  try {
    const answer = await fetch(address, { ...request, cache: 'no-store', credentials: 'omit' });
    const text = await answer.text();
    const milliseconds = String(Math.round(performance.now() - startedAt));
    status.textContent = `${String(answer.status)} ${answer.statusText}, ${milliseconds} ms`;
    const isJson = (answer.headers.get('Content-Type') ?? '').includes('json');
    const shown = isJson ? indented(text) : text;
    const rest = shown.length > CHARACTERS_MAX ? '\n…' : '';
    code.textContent = `${request.method} ${address}\n\n${shown.slice(0, CHARACTERS_MAX)}${rest}`;
    response.hidden = false;
  } catch {
    status.textContent = 'The service cannot be reached.';
  }
};

for (const form of document.querySelectorAll('form[data-path]')) {
  form.querySelector('button').hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(form);
  });
}

search.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const operation of operations)
    operation.hidden = !words.every((word) => operation.dataset.text.includes(word));
  for (const group of document.querySelectorAll('.operations'))
    group.hidden = group.querySelector('details:not([hidden])') === null;
  const count = operations.filter(({ hidden }) => !hidden).length;
  document.getElementById('found').textContent =
    words.length === 0 ? '' : `${String(count)} of ${String(operations.length)} operations`;
});

/** Opens the operation that the address names. */
const openNamed = () => {
  const named = operations.find(({ id }) => `#${id}` === location.hash);
  if (named === undefined) return;
  named.open = true;
  named.scrollIntoView();
};
addEventListener('hashchange', openNamed);
openNamed();
