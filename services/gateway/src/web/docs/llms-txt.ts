/** Serves llms.txt, which tells assistants what the service is and how to use it (llmstxt.org). */
import { PATH_TO_CONNECT } from '../../api/mcp/paths.ts';
import express, { type Router } from 'express';
import { rejectMethod, type RejectionSettings } from '../../http/rejections.ts';
import { readGuides } from './guides.ts';

export const LLMS_TXT_PATH = '/llms.txt';

/** Returns the router that serves the file. */
export function llmsTxtRouter(settings: RejectionSettings): Router {
  const text = llmsTxt(settings.baseUrl);
  const router = express.Router({ caseSensitive: true, strict: true });
  router
    .route(LLMS_TXT_PATH)
    .get((_request, response) => {
      response.set('Cache-Control', 'public, max-age=300').type('text/plain; charset=utf-8').send(text);
    })
    .all((_request, response) => {
      rejectMethod(response, settings, ['GET']);
    });
  return router;
}

/** Returns the text of the file. */
function llmsTxt(baseUrl: string): string {
  const guides = readGuides(baseUrl).map(
    ({ path, title, summary }) => `- [${title}](${baseUrl}${path}): ${summary}\n`,
  );
  return `# Belgian Crypto Tax

> Turns a Belgian taxpayer's crypto transactions into lots, gains, income, yearly figures and a list of open questions. Figures are
> gross and indicative: none is the amount due, and nothing here is tax advice.

Each user sees only their own data, with a token of their own or as a connected app (OAuth 2.1).

## Use it

- [MCP server](${baseUrl}${PATH_TO_CONNECT}): all tools for assistants, over Streamable HTTP. ${baseUrl}/mcp has the 17 basic ones
- [REST API](${baseUrl}/api/v1/openapi.json): the same data for programs, as an OpenAPI document
- [Documentation of the API](${baseUrl}/docs): the same for people
- [Settings](${baseUrl}/settings): where a person signs in, creates tokens and connects apps

## Guides

${guides.join('')}`;
}
