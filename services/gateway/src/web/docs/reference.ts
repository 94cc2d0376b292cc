/** The reference: one page for each operation, one for all records, and the start page that lists them. */
import { type Operation, OPERATIONS, rejectionsOf } from '@ctx/contract/operations';
import { REJECTIONS } from '@ctx/domain/rejections';
import { DOCUMENT_PATHS } from '../../reports/document-paths.ts';
import { ERRORS_GUIDE_PATH } from '../../http/help-link.ts';
import { codeBlock } from '../../ui/code-block.ts';
import { table } from '../../ui/components.ts';
import { type Content, html, type Html } from '../../ui/html.ts';
import { PATHS } from '../../ui/paths.ts';
import { type Guide, guideList } from './guides.ts';
import { docsPage } from './layout.ts';
import { renderMarkdown } from './markdown.ts';
import type { OpenApiParts } from './openapi-parts.ts';
import { operationPath, type PlacedOperation, placedOperations } from './placed-operations.ts';
import { fieldTable, parameterTable, recordLink, typeText } from './schema-view.ts';

/** Returns the start page: the guides, and the operations by group. */
export function startPage(document: OpenApiParts, guides: readonly Guide[]): string {
  const operations = placedOperations(document);
  const content = html`<h1>API documentation</h1>
    ${renderMarkdown(document.info.description)}
    <p class="actions">
      <a class="button" href="/docs/try">Try it with your token</a>
      <a class="button secondary" href="${PATHS.tokens}">Create a token</a>
    </p>
    <section>
      <h2 id="guides">Guides</h2>
      ${guideList(guides)}
    </section>
    <section>
      <h2 id="operations">Operations</h2>
      <p>All records that requests and responses consist of are on <a href="/docs/records">one page</a>.</p>
      ${document.tags.map(
        ({ name, description }) =>
          html`<h3>${name}</h3>
            ${renderMarkdown(description)}
            ${operationList(operations.filter(({ part }) => part.tags[0] === name))}`,
      )}
    </section>`;
  return docsPage({ title: 'API documentation', section: 'reference', content });
}

function operationList(operations: readonly PlacedOperation[]): Html {
  return html`<ul class="entries">
    ${operations.map(
      ({ method, path, part }) =>
        html`<li>
          <p class="what"><a href="${operationPath(part.operationId)}">${part.summary}</a></p>
          <p>${endpoint(method, path)}</p>
        </li> `,
    )}
  </ul>`;
}

/** Returns the pages of all operations, by path. */
export function operationPages(document: OpenApiParts): [path: string, page: string][] {
  return placedOperations(document).map((operation) => [
    operationPath(operation.part.operationId),
    operationPage(operation),
  ]);
}

function operationPage({ method, path, part }: PlacedOperation): string {
  const { operationId, summary, description, parameters, requestBody, responses, tags } = part;
  const response = responses['200']?.content?.['application/json'];
  const body = requestBody?.content['application/json'];
  const tryPath = `/docs/try#${operationId}`;
  const content = html`<p class="small"><a href="/docs#operations">Operations</a> / ${tags[0]}</p>
    <h1>${summary}</h1>
    <p>${endpoint(method, path)}</p>
    ${renderMarkdown(description)}
    <p class="actions"><a class="button secondary" href="${tryPath}">Try it</a></p>
    <section>
      <h2 id="request">Request</h2>
      ${parameterTable(parameters)}
      ${
        body === undefined
          ? null
          : html`<p>The body is ${typeText(body.schema)}:</p>
              ${codeBlock('body', 'body', JSON.stringify(body.example, null, 2))}`
      }
    </section>
    <section>
      <h2 id="samples">Samples</h2>
      <p>Each reads your token from the environment variable <code>TOKEN</code>.</p>
      ${part['x-codeSamples'].map(
        ({ label, source }, index) =>
          html`<details ${index === 0 ? OPEN : null}>
            <summary>${label}</summary>
            ${codeBlock(`sample-${label.toLowerCase()}`, label, source)}
          </details>`,
      )}
    </section>
    ${
      response === undefined
        ? null
        : html`<section>
            <h2 id="response">Response</h2>
            <p>Status 200 with ${typeText(response.schema)}, for example:</p>
            ${codeBlock('response-example', 'response', JSON.stringify(response.example, null, 2))}
          </section>`
    }
    <section>
      <h2 id="rejections">Rejections</h2>
      ${rejectionTable(operationId)}
    </section>`;
  return docsPage({ title: summary, section: 'reference', content });
}

function rejectionTable(operationId: string): Html {
  const ofDocument = DOCUMENT_PATHS.find(({ id }) => id === operationId)?.operation;
  const operation = ofDocument ?? (OPERATIONS as readonly Operation[]).find(({ id }) => id === operationId);
  if (operation === undefined) throw new TypeError(`no operation ${operationId}`);
  const rows = rejectionsOf(operation).map((name): Content[] => [
    html`<a href="${ERRORS_GUIDE_PATH}#${name}">${name}</a>`,
    REJECTIONS[name].http,
    REJECTIONS[name].message,
  ]);
  return html`${table({ caption: 'Rejections', columns: ['Name', 'Status', 'Message'], rows })}
    <p class="small">
      Every operation also has the rejections
      <a href="${ERRORS_GUIDE_PATH}#before-the-api">before the API is reached</a>.
    </p>`;
}

/** Returns the page of all records, in alphabetical order. */
export function recordsPage({ components }: OpenApiParts): string {
  const records = Object.entries(components.schemas).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const content = html`<h1>Records</h1>
    <p class="lead">
      What requests and responses consist of. Later releases of v1 may add fields and values; clients ignore
      what they do not know.
    </p>
    ${records.map(
      ([name, schema]) =>
        html`<section>
          <h2 id="${name}">${name}</h2>
          ${schema.description === undefined ? null : renderMarkdown(schema.description)}
          ${
            schema.anyOf === undefined
              ? fieldTable(schema, name)
              : html`<p>One of ${schema.anyOf.map(({ $ref = '' }) => html`${recordLink($ref)} `)}</p>`
          }
        </section> `,
    )}`;
  return docsPage({ title: 'Records', section: 'reference', content });
}

function endpoint(method: string, path: string): Html {
  return html`<span class="tag">${method}</span> <code>${path}</code>`;
}

const OPEN = html`open`;
