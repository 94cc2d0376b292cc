/** Downloads a file of prices: over https, from the named server alone, bounded in size and time. */
import { CommandRejection } from './output.ts';

const TIMEOUT_MS = 120_000;

/** Whether the name of a file is an address to download. */
export function isAddress(file: string): boolean {
  return /^https?:\/\//i.test(file);
}

/**
 * Returns the bytes at an address.
 * @throws CommandRejection INVALID_FILE if it is not https, redirects, is larger than `bytesMax`, or cannot be fetched
 */
export async function download(address: string, bytesMax: number): Promise<Uint8Array> {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw rejection(shown(url), 'must be an https address without a password');
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.status >= 300 && response.status < 400)
      throw new Error(
        `redirects to ${shown(URL.parse(response.headers.get('location') ?? '', url.href))}: use that address`,
      );
    if (!response.ok) throw new Error(`the server responds with status ${String(response.status)}`);
    return await boundedBytes(response, bytesMax);
  } catch (error) {
    const { cause, message, name } = error as Error;
    const reason =
      name === 'TimeoutError' ? `no complete file within ${String(TIMEOUT_MS / 1000)} s` : message;
    throw rejection(shown(url), `cannot be fetched: ${cause instanceof Error ? cause.message : reason}`);
  }
}

async function boundedBytes({ body }: Response, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (body === null) return new Uint8Array();
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new Error(`it is larger than ${String(bytesMax / 1024 / 1024)} MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** An address for messages, without what may be secret in it. */
function shown(url: URL | null): string {
  return url === null ? 'an unknown address' : `${url.origin}${url.pathname}`;
}

function rejection(address: string, reason: string): CommandRejection {
  return new CommandRejection('INVALID_FILE', `${address} ${reason}`, []);
}
