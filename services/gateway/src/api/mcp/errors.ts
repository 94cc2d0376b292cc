/**
 * Replaces the texts of protocol errors by our own. The library's texts repeat what a client sent (methods, headers, versions,
 * keys) and what a handler threw; an assistant would read text that a stranger wrote (reliability.md, "MCP").
 */
import { type Toolset, TOOLSETS } from '@ctx/contract/tools';
import { capText } from '@ctx/domain/third-party-text';
import {
  type JSONRPCMessage,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { EVENT_ERROR_TEXTS, INVALID_EVENT_PARAMS } from './event-errors.ts';

const INVALID_PARAMS: number = ProtocolErrorCode.InvalidParams;
/** The library's code for an error that a handler threw, and for some invalid parameters. */
const INTERNAL: number = ProtocolErrorCode.InternalError;
const UNSUPPORTED_VERSION: number = ProtocolErrorCode.UnsupportedProtocolVersion;
/** Codes of revision 2026-07-28 and of Streamable HTTP, for which the library has no names. */
const HEADER_MISMATCH = -32_020;
const HTTP = -32_000;

const INTERNAL_TEXT =
  'The request failed: its parameters do not fit the method, or an internal error occurred. Quote the X-Request-Id header when you report it.';

// prettier-ignore
const TEXTS: ReadonlyMap<number, string> = new Map<number, string>([
  [ProtocolErrorCode.ParseError, 'The message is not valid JSON.'],
  [ProtocolErrorCode.InvalidRequest, 'The message is not a valid JSON-RPC 2.0 request.'],
  [ProtocolErrorCode.MethodNotFound, 'Unknown method.'],
  [INVALID_PARAMS, 'The parameters do not fit the method. In revision 2026-07-28 they must include _meta with io.modelcontextprotocol/protocolVersion and io.modelcontextprotocol/clientCapabilities.'],
  [INTERNAL, INTERNAL_TEXT],
  [UNSUPPORTED_VERSION, 'Unsupported protocol version. data.supported lists the supported ones.'],
  [HEADER_MISMATCH, 'The headers MCP-Protocol-Version, Mcp-Method and Mcp-Name are required and must match the body.'],
  [HTTP, 'The Accept header must include application/json and text/event-stream, and MCP-Protocol-Version must be a supported version.'],
]);

const UNKNOWN_TOOL = 'Unknown tool.';

/** Returns the text for a tool that only a toolset has, which this client did not ask for. */
const inToolset = (toolset: Toolset): string =>
  `This address does not have the tool. The toolset ${toolset} has it: the user can connect to the address of this server that ends in /mcp/x/${toolset}.`;

const UNKNOWN_PROMPT = 'Unknown prompt.';
const INVALID_ARGUMENTS = 'The arguments do not fit the prompt. prompts/list describes them.';
const UNKNOWN_RESOURCE = 'Unknown resource.';

/** Texts that our own handlers throw. They are more precise than the text of their code. */
const OWN_TEXTS: readonly string[] = [
  UNKNOWN_TOOL,
  ...TOOLSETS.map(inToolset),
  UNKNOWN_PROMPT,
  INVALID_ARGUMENTS,
  UNKNOWN_RESOURCE,
  INVALID_EVENT_PARAMS,
];

/** Returns the error for a call of a tool that is unknown, or that only `toolset` has. */
export function unknownToolError(toolset: Toolset | null): ProtocolError {
  return new ProtocolError(INVALID_PARAMS, toolset === null ? UNKNOWN_TOOL : inToolset(toolset));
}

/** Returns the error for an unknown prompt. */
export function unknownPromptError(): ProtocolError {
  return new ProtocolError(INVALID_PARAMS, UNKNOWN_PROMPT);
}

/** Returns the error for arguments that do not fit a prompt. */
export function invalidArgumentsError(): ProtocolError {
  return new ProtocolError(INVALID_PARAMS, INVALID_ARGUMENTS);
}

/** A short address without spaces, which a model cannot read as a sentence. */
const PLAIN_URI = /^[a-z][a-z0-9+.-]{0,15}:[\w/.~-]{1,64}$/i;

/** Returns the error for an unknown resource. Its data contains the requested address if that is plain (SEP-2164). */
export function unknownResourceError(uri: string): ProtocolError {
  return new ProtocolError(INVALID_PARAMS, UNKNOWN_RESOURCE, PLAIN_URI.test(uri) ? { uri } : undefined);
}

/** Returns an error message with our text for its code; unknown codes become an internal error. Other messages are unchanged. */
function replaceErrorText<Message extends object>(message: Message): Message {
  return 'error' in message
    ? { ...message, error: errorWithOwnText(message.error as ProtocolError) }
    : message;
}

function errorWithOwnText({ code, message, data }: Pick<ProtocolError, 'code' | 'message' | 'data'>): object {
  if (OWN_TEXTS.includes(message))
    return { code: INVALID_PARAMS, message, ...(data === undefined ? {} : { data }) };
  const eventText = EVENT_ERROR_TEXTS.get(code);
  if (eventText !== undefined) return { code, message: eventText, ...(data === undefined ? {} : { data }) };
  const text = TEXTS.get(code);
  if (text === undefined) return { code: INTERNAL, message: INTERNAL_TEXT };
  return { code, message: text, ...(code === UNSUPPORTED_VERSION ? { data: versionsOf(data) } : {}) };
}

const VERSION = /^[\w.-]{1,32}$/;

/** Returns the data of the error: the supported versions, and the requested one if it looks like a version. */
function versionsOf(data: unknown): object {
  const { supported, requested } = data as { supported: readonly string[]; requested: unknown };
  return { supported, ...(typeof requested === 'string' && VERSION.test(requested) ? { requested } : {}) };
}

/** Returns the text of a library response, with our own text if it is an error. */
export function withOwnErrorText(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
): string {
  if (status < 400 || headers.get('content-type')?.startsWith('application/json') !== true) return text;
  return JSON.stringify(replaceErrorText(JSON.parse(text) as object));
}

/** The response where passing a message to the library failed. */
export const INTERNAL_ERROR = {
  jsonrpc: '2.0',
  id: null,
  error: { code: INTERNAL, message: INTERNAL_TEXT },
} as const;

/** The library's server, with our own error texts. */
export class OwnErrorTextServer extends McpServer {
  readonly #onReplaced: (libraryMessage: string) => void;

  /** `onReplaced` gets each error text of the library that was replaced. */
  constructor(
    info: ConstructorParameters<typeof McpServer>[0],
    options: ConstructorParameters<typeof McpServer>[1],
    onReplaced: (libraryMessage: string) => void,
  ) {
    super(info, options);
    this.#onReplaced = onReplaced;
  }

  override async connect(transport: Parameters<McpServer['connect']>[0]): Promise<void> {
    const send = transport.send.bind(transport);
    const sendWithOwnText: typeof send = (message: JSONRPCMessage, options) => {
      if ('error' in message) this.#onReplaced(message.error.message);
      return send(replaceErrorText(message), options);
    };
    transport.send = sendWithOwnText;
    await super.connect(transport);
  }
}

const REASON_CHARACTERS_MAX = 2000;

/** Shortens an error text of the library for the log, because it may repeat a MiB of the client's text. */
export function reasonOf(text: string): string {
  return capText(text, REASON_CHARACTERS_MAX);
}
