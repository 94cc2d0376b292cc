/** Asks exchanges for candles: one request at a time, with a pause after each, a limit of requests, and a few repetitions. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandRejection, printProgress } from '../output.ts';
import { type Candle, type Exchange, type Stretch, UnknownReply } from './exchanges.ts';
import type { Progress } from './progress.ts';
import { stretchesOf, type WantedCandles } from './wanted.ts';

const MINUTE_MS = 60_000;
const REQUEST_MS_MAX = 30_000;
const REPLY_CHARACTERS_MAX = 4 * 1024 * 1024;
const ATTEMPTS_MAX = 3;
/** Pauses before a repetition, as multiples of the usual one. */
const REPEAT_FACTOR = 8;
/** A command that is run again continues where this one ends. */
const REQUESTS_MAX = 300;

/** The candles that were found for an asset at one exchange. */
export interface FoundCandles {
  readonly exchange: string;
  readonly minutes: number;
  readonly candles: readonly Candle[];
}

/** The limit of requests of one command is reached. */
export class TooManyRequests extends Error {}

/** Asks for candles and counts the requests. */
export class CandleFetcher {
  readonly #exchanges: readonly Exchange[];
  readonly #progress: Progress;
  readonly #nowMs: number;
  #requests = 0;

  constructor(exchanges: readonly Exchange[], progress: Progress, nowMs: number) {
    this.#nowMs = nowMs;
    this.#exchanges = exchanges;
    this.#progress = progress;
  }

  get requestCount(): number {
    return this.#requests;
  }

  /** Returns the wanted candles of an asset: of the first exchange that has them, the rest of the next one. @throws TooManyRequests */
  async find(asset: string, wanted: WantedCandles): Promise<FoundCandles[]> {
    const found: FoundCandles[] = [];
    let missing = wanted;
    for (const exchange of this.#exchanges)
      for (const stretch of stretchesOf(missing, exchange.candlesMax)) {
        if (exchange.isLatestOnly && isOlderThanLatest(stretch, exchange.candlesMax, this.#nowMs)) continue;
        const starts = missing.get(stretch.minutes);
        const reply = await this.#candlesOf(exchange, asset, stretch);
        // An exchange without the market has none of the other stretches either.
        if (reply === null) break;
        const candles = reply.filter(([startMs]) => starts?.has(startMs));
        if (candles.length === 0) continue;
        found.push({ exchange: exchange.name, minutes: stretch.minutes, candles });
        missing = without(missing, stretch.minutes, candles);
      }
    return found;
  }

  async #candlesOf(exchange: Exchange, asset: string, stretch: Stretch): Promise<readonly Candle[] | null> {
    const path = exchange.path(asset, stretch);
    const address = `${exchange.name}${path}`;
    const known = this.#progress.get(address);
    if (known !== undefined) return known;
    for (let attempt = 1; ; attempt += 1) {
      if (this.#requests >= REQUESTS_MAX) throw new TooManyRequests();
      this.#requests += 1;
      const reply = await replyOf(exchange, path);
      await sleep(exchange.pauseMs * (reply.isToRepeat ? REPEAT_FACTOR ** attempt : 1));
      if (!reply.isToRepeat) {
        const candles = candlesIn(exchange, reply);
        await this.#progress.keep(address, candles);
        printProgress(`${exchange.name} ${asset}: ${String(candles?.length ?? 'no')} candles`);
        return candles;
      }
      if (attempt === ATTEMPTS_MAX) throw failed(exchange, reply.text);
    }
  }
}

function isOlderThanLatest({ minutes, endMs }: Stretch, candlesMax: number, nowMs: number): boolean {
  return endMs < nowMs - candlesMax * minutes * MINUTE_MS;
}

interface Reply {
  readonly status: number;
  readonly text: string;
  readonly isToRepeat: boolean;
}

async function replyOf({ baseUrl }: Exchange, path: string): Promise<Reply> {
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_MS_MAX),
    });
    const text = await boundedText(response);
    const isBusy =
      response.status === 429 || response.status >= 500 || /too many requests|rate limit/i.test(text);
    return { status: response.status, text, isToRepeat: isBusy };
  } catch (error) {
    const { cause, message } = error as Error;
    return { status: 0, text: cause instanceof Error ? cause.message : message, isToRepeat: true };
  }
}

async function boundedText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  if (body === null) return text;
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > REPLY_CHARACTERS_MAX) throw new Error('its reply is larger than 4 MiB');
  }
  return text + decoder.decode();
}

function candlesIn(exchange: Exchange, { status, text }: Reply): readonly Candle[] | null {
  try {
    return exchange.candles(status, JSON.parse(text));
  } catch (error) {
    if (error instanceof UnknownReply || error instanceof SyntaxError) throw failed(exchange, text);
    throw error;
  }
}

const SHOWN_CHARACTERS_MAX = 200;

function failed({ name }: Exchange, reply: string): CommandRejection {
  return new CommandRejection(
    'UNAVAILABLE',
    `${name} did not answer with candles: ${reply.slice(0, SHOWN_CHARACTERS_MAX)}; run the command again: it continues where it ended`,
  );
}

function without(wanted: WantedCandles, minutes: number, found: readonly Candle[]): WantedCandles {
  const left = new Set(wanted.get(minutes));
  for (const [startMs] of found) left.delete(startMs);
  return new Map([...wanted, [minutes, left]]);
}
