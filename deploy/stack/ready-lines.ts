/** What `npm start` prints when the system is ready: one address, token or command a line. */
import { CTX } from '../ctx/examples.ts';
import type { Demo, ForeignDemo } from './demo-user.ts';

/** Returns the lines for a system at `baseUrl`, with the demo user unless it is null. */
export function readyLines(
  baseUrl: string,
  demo: Demo | ForeignDemo | null,
  hasPasswords: boolean,
): readonly string[] {
  return [
    '',
    `ready: ${baseUrl}`,
    `  pages:     ${baseUrl}/`,
    `  API docs:  ${baseUrl}/docs`,
    `  REST API:  ${baseUrl}/api/v1`,
    `  MCP:       ${baseUrl}/mcp/x/insight`,
    ...(demo === null
      ? ['', `exchange rates of the ECB: ${CTX} prices import --shared --bundled`]
      : ['', ...demoLines(baseUrl, demo, hasPasswords)]),
    '',
  ];
}

function demoLines(baseUrl: string, demo: Demo | ForeignDemo, hasPasswords: boolean): string[] {
  const user = `demo user: ${String(demo.userId)}`;
  if (demo.tokens === null)
    return [user, `  its tokens are not stored in this DATA_DIR (create one with: ${CTX} token create)`];
  const { read, write } = demo.tokens;
  return [
    user,
    `  read token:  ${read}`,
    `  write token: ${write}`,
    ...(hasPasswords
      ? [`  sign in at ${baseUrl}/settings as ${demo.email} with password ${demo.password}`]
      : []),
    '',
    `  curl -H 'Authorization: Bearer ${read}' ${baseUrl}/api/v1/years`,
  ];
}
