/**
 * Errors of the protocol in words of ours. The library's repeat what a client made up (methods, headers, versions, keys) and
 * what a handler threw; an assistant reads them, and would read what a stranger wrote (reliability.md, "MCP").
 */
import { capText } from '@ctx/common/domain/third-party-text';
import {
  type JSONRPCMessage,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';

const INVALID_PARAMS: number = ProtocolErrorCode.InvalidParams;
/** The library gives it to what a handler threw, and to some parameters too. */
const INTERNAL: number = ProtocolErrorCode.InternalError;
const UNSUPPORTED_VERSION: number = ProtocolErrorCode.UnsupportedProtocolVersion;
/** Of revision 2026-07-28 and of Streamable HTTP; the library has no names for them. */
const HEADER_MISMATCH = -32_020;
const HTTP = -32_000;

const COULD_NOT_ANSWER =
  'The message could not be answered: its parameters are not those of the method, or something went wrong on our side. Quote the X-Request-Id header when you report it.';

// prettier-ignore
const WORDS: ReadonlyMap<number, string> = new Map<number, string>([
  [ProtocolErrorCode.ParseError, 'The message is not valid JSON.'],
  [ProtocolErrorCode.InvalidRequest, 'The message is no request of JSON-RPC 2.0.'],
  [ProtocolErrorCode.MethodNotFound, 'There is no such method.'],
  [INVALID_PARAMS, 'The parameters are not those of the method. With revision 2026-07-28 they hold _meta with io.modelcontextprotocol/protocolVersion and io.modelcontextprotocol/clientCapabilities.'],
  [INTERNAL, COULD_NOT_ANSWER],
  [UNSUPPORTED_VERSION, 'This protocol version is not supported; data.supported has those that are.'],
  [HEADER_MISMATCH, 'MCP-Protocol-Version, Mcp-Method and Mcp-Name must be sent and say what the body says.'],
  [HTTP, 'Accept must name application/json and text/event-stream, MCP-Protocol-Version a supported version.'],
]);

const NO_SUCH_TOOL = 'There is no such tool.';

/** For a call of a tool that is not there. */
export function noSuchTool(): ProtocolError {
  return new ProtocolError(INVALID_PARAMS, NO_SUCH_TOOL);
}

/** An error with our text for its code, and no code but those of the protocol; any other message as it is. */
export function inOwnWords<Message extends object>(message: Message): Message {
  return 'error' in message ? { ...message, error: ownError(message.error as ProtocolError) } : message;
}

function ownError({ code, message, data }: Pick<ProtocolError, 'code' | 'message' | 'data'>): object {
  if (message === NO_SUCH_TOOL) return { code: INVALID_PARAMS, message };
  const words = WORDS.get(code);
  if (words === undefined) return { code: INTERNAL, message: COULD_NOT_ANSWER };
  return { code, message: words, ...(code === UNSUPPORTED_VERSION ? { data: versionsOf(data) } : {}) };
}

const VERSION = /^[\w.-]{1,32}$/;

/** A client chooses by `supported`; what it asked for is repeated where it looks like a version. */
function versionsOf(data: unknown): object {
  const { supported, requested } = data as { supported: readonly string[]; requested: unknown };
  return { supported, ...(typeof requested === 'string' && VERSION.test(requested) ? { requested } : {}) };
}

/** The text of an answer of the library's; where it is an error, in our words. */
export function textInOwnWords(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
): string {
  if (status < 400 || headers.get('content-type')?.startsWith('application/json') !== true) return text;
  return JSON.stringify(inOwnWords(JSON.parse(text) as object));
}

/** For a message that the library could not even be given. */
export const COULD_NOT_BE_GIVEN = {
  jsonrpc: '2.0',
  id: null,
  error: { code: INTERNAL, message: COULD_NOT_ANSWER },
} as const;

/** The library's server, but for the words of its errors. */
export class OwnWordsServer extends McpServer {
  readonly #onReplaced: (words: string) => void;

  /** `onReplaced` hears what the library would have said. */
  constructor(
    info: ConstructorParameters<typeof McpServer>[0],
    options: ConstructorParameters<typeof McpServer>[1],
    onReplaced: (words: string) => void,
  ) {
    super(info, options);
    this.#onReplaced = onReplaced;
  }

  override async connect(transport: Parameters<McpServer['connect']>[0]): Promise<void> {
    const send = transport.send.bind(transport);
    const sendInOwnWords: typeof send = (message: JSONRPCMessage, options) => {
      if ('error' in message) this.#onReplaced(message.error.message);
      return send(inOwnWords(message), options);
    };
    transport.send = sendInOwnWords;
    await super.connect(transport);
  }
}

const REASON_CHARACTERS_MAX = 2000;

/** For the log: the library's words may repeat a MiB of a client's. */
export function reasonOf(words: string): string {
  return capText(words, REASON_CHARACTERS_MAX);
}
