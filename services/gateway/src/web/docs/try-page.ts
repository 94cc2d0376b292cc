/** The page on which a reader sends requests of operations. Without scripts it lists operations and their parameters. */
import { type Content, html, type Html } from '../../ui/html.ts';
import { PATHS } from '../../ui/paths.ts';
import { docsPage } from './layout.ts';
import { renderInline, renderMarkdown } from './markdown.ts';
import type { OpenApiParts, Parameter } from './openapi-parts.ts';
import { operationPath, type PlacedOperation, placedOperations } from './placed-operations.ts';

/** Returns the page: the token, a search, and a form for each operation. */
export function tryPage(document: OpenApiParts): string {
  const operations = placedOperations(document);
  const content = html`<h1>Try it</h1>
    <p class="lead">
      Paste a token, open an operation and send a request to this service. Corrections change your data,
      unless
      <code>dryRun</code> is true. The token is forgotten when you leave the page.
    </p>
    <p class="note" id="without-script">
      Sending requests needs scripts. The <a href="/docs#operations">reference</a> has samples for a terminal.
    </p>
    <div class="card" id="try-tools" hidden>
      <div class="field">
        <label for="token">Token</label>
        <p class="hint" id="token-hint">
          Create one under <a href="${PATHS.tokens}">Tokens</a>. One that only reads is enough for GET.
        </p>
        <input
          type="password"
          id="token"
          autocomplete="off"
          spellcheck="false"
          aria-describedby="token-hint"
        />
      </div>
      <div class="field">
        <label for="search">Search operations</label>
        <input type="search" id="search" autocomplete="off" />
      </div>
      <p class="small" id="found" role="status"></p>
    </div>
    ${document.tags.map(({ name }) =>
      group(
        name,
        operations.filter(({ part }) => part.tags[0] === name),
      ),
    )}
    <script src="/docs/try.js"></script>`;
  return docsPage({ title: 'Try it', section: 'try', content });
}

function group(tag: string, operations: readonly PlacedOperation[]): Html {
  return html`<section class="card operations">
    <h2>${tag}</h2>
    ${operations.map(operationForm)}
  </section> `;
}

function operationForm({ method, path, part }: PlacedOperation): Html {
  const { operationId, summary, description, parameters, requestBody } = part;
  const body = requestBody?.content['application/json'];
  const searched = [method, path, operationId, summary, description].join(' ').toLowerCase();
  return html`<details class="operation" id="${operationId}" data-text="${searched}">
    <summary>
      <span class="tag">${method}</span> <code>${path}</code>
      <span class="summary-text">${summary}</span>
    </summary>
    ${renderMarkdown(description)}
    <p><a href="${operationPath(operationId)}">Reference of ${operationId}</a></p>
    <form data-method="${method}" data-path="${path}">
      ${parameters.map((parameter) => parameterField(operationId, parameter))}
      ${
        body === undefined
          ? null
          : html`<div class="field wide-field">
              <label for="${operationId}-body">Body</label>
              <textarea id="${operationId}-body" name="body" rows="10" spellcheck="false">
${JSON.stringify(body.example, null, 2)}</textarea>
            </div>`
      }
      <p class="actions">
        <button type="submit" hidden>Send<span class="for-readers"> ${operationId}</span></button>
        <span role="status"></span>
      </p>
      <div class="code response" hidden>
        <pre><code></code></pre>
      </div>
    </form>
  </details> `;
}

function parameterField(operationId: string, parameter: Parameter): Html {
  const { name, in: place, required, description } = parameter;
  const id = `${operationId}-${name}`;
  const hint = description === undefined ? null : `${id}-hint`;
  const attributes = html`id="${id}" name="${place}:${name}" ${required ? html`required` : null}
  ${hint === null ? null : html`aria-describedby="${hint}"`}`;
  return html`<div class="field">
    <label for="${id}">${name} <span class="optional">${place}${required ? ', required' : null}</span></label>
    ${hint === null ? null : html`<p class="hint" id="${hint}">${renderInline(description ?? '')}</p>`}
    ${input(parameter, attributes)}
  </div>`;
}

function input({ schema }: Parameter, attributes: Html): Content {
  const values = schema.type === 'boolean' ? ['true', 'false'] : (schema.enum ?? []);
  if (values.length === 0)
    return html`<input
      type="text"
      ${attributes}
      ${schema.type === 'integer' ? html`inputmode="numeric"` : null}
      autocomplete="off"
      spellcheck="false"
    />`;
  return html`<select ${attributes}>
    <option value=""></option>
    ${values.map((value) => html`<option>${value}</option> `)}
  </select>`;
}
