/** The page on which a reader sends requests of operations, with Swagger UI. */
import { html } from '../pages/html.ts';
import { docsPage } from './layout.ts';

/** Returns the page. Its style sheets come in an order in which the viewer's own rules win inside the viewer. */
export function tryPage(): string {
  const styles = html`<link rel="stylesheet" href="/docs/viewer.css" />
    <link rel="stylesheet" href="/docs/try.css" />`;
  const content = html`<h1>Try it</h1>
    <p class="lead">
      Choose Authorize and paste a token, then open an operation and choose “Try it out”. Requests go to this
      service, and corrections change your data. The token is forgotten when you leave the page.
    </p>
    <div id="viewer">
      <noscript>
        This page needs scripts. The <a href="/docs#operations">reference</a> has samples for a terminal.
      </noscript>
    </div>
    <script src="/docs/viewer.js"></script>
    <script src="/docs/start.js"></script>`;
  return docsPage({ title: 'Try it', section: 'try', content, styles });
}
