/** The MCP tools: operations of REST with the same responses and rejections. */
import { exactFields, parseRequest } from '@ctx/contract/parse-input';
import { requestCost } from '@ctx/contract/request-costs';
import { operationOf, type Tool, TOOLS, type Toolset, toolsOf } from '@ctx/contract/tools';
import {
  codeOf,
  type FieldError,
  rejectionMessage,
  type RejectionName,
  REJECTIONS,
} from '@ctx/domain/rejections';
import type { Scope } from '@ctx/domain/vocabulary';
import type { Logger } from '@ctx/platform/log';
import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/server';
import type { Answers } from '../../answers/answers.ts';
import { isDisconnect } from '../../http/disconnect-signal.ts';
import { failureOf } from '../../http/failures.ts';
import type { RejectionSettings } from '../../http/rejections.ts';
import type { Budget, Identity } from '../../identity/auth/admission.ts';
import { METRICS } from '../../metrics.ts';
import { PLACEHOLDER } from './placeholder.ts';
import { rejectedResult, tooManyCalls } from './protocol-rejections.ts';
import { SHORTENED_NOTE, shortAnswer } from './short-answers.ts';
import { inputOf, inputSchema, outputSchema } from './tool-schemas.ts';
import { withoutNulls } from './without-nulls.ts';

/** The caller of a tool, and the request that carries the call. */
export interface ToolCallContext {
  readonly identity: Identity;
  /** The toolsets that the request offers in addition to the tools that every client gets. */
  readonly toolsets: readonly Toolset[];
  /** What is left of the token's requests a minute. */
  budget: Budget;
  /** Counts a dear call as several requests, updates `budget`, and returns whether that many were left. */
  charge(requests: number): Promise<boolean>;
  readonly requestId: string;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** The outcome of a tool call. */
export interface ToolResponse {
  readonly result: CallToolResult;
  /** The JSON body that replaces the placeholder in `result`; null where `result` has none. */
  readonly body: Buffer | null;
}

/** The MCP tools, for listing and calling. */
export interface Toolbox {
  /** Lists the tools for these scopes and toolsets, always in the same order. */
  listFor(scopes: readonly Scope[], toolsets: readonly Toolset[]): ListedTool[];
  /** Returns the scope that a tool needs, or null if none of these toolsets offers it. */
  scopeOf(name: string, toolsets: readonly Toolset[]): Scope | null;
  /** Calls a tool of this name, which must exist. Errors become results that are safe for an assistant to read. */
  call(name: string, input: unknown, context: ToolCallContext): Promise<ToolResponse>;
}

/** Fields of any tool whose numbers keep every digit. */
export const EXACT_FIELDS = [...new Set(TOOLS.flatMap((tool) => exactFields(inputOf(tool))))];

/** Creates the tools from the operations that `answers` performs. */
export function createToolbox(
  answers: Answers,
  log: Logger,
  settings: Pick<RejectionSettings, 'upgradeUrl'>,
): Toolbox {
  const calls = new Map(TOOLS.map((tool) => [tool.name, compileCall(tool, answers, log, settings)]));
  const definitions = new Map(TOOLS.map((tool) => [tool.name, definitionOf(tool)]));
  return {
    listFor: (scopes, toolsets) =>
      toolsOf(toolsets)
        .filter((tool) => scopes.includes(operationOf(tool).scope))
        .flatMap(({ name }) => definitions.get(name) ?? []),
    scopeOf: (name, toolsets) => {
      const tool = toolsOf(toolsets).find((each) => each.name === name);
      return tool === undefined ? null : operationOf(tool).scope;
    },
    call: async (name, input, context) => {
      const call = calls.get(name);
      if (call === undefined) throw new TypeError(`unknown tool ${name}`);
      return call(input, context);
    },
  };
}

function definitionOf(tool: Tool): ListedTool {
  const operation = operationOf(tool);
  const { name, title, description } = tool;
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(tool) as ListedTool['inputSchema'],
    outputSchema: outputSchema(operation),
    annotations: {
      readOnlyHint: operation.scope === 'read' || tool.fixed?.['dryRun'] === true,
      destructiveHint: tool.destructive ?? false,
      idempotentHint: operation.withoutIdempotency !== true,
      openWorldHint: false,
    },
  };
}

/** The contract fixes what its tools answer at the address without toolsets. Elsewhere answers are bounded, and assets have names. */
const isOfToolset = ({ toolsets }: Pick<ToolCallContext, 'toolsets'>): boolean => toolsets.length > 0;

/** Returns the size of the page that a tool answers, in place of a larger one. */
function sizeOf(
  { size }: { readonly size?: unknown },
  { sizeMax = Infinity }: Tool,
  context: ToolCallContext,
): { size?: number } {
  return isOfToolset(context) && typeof size === 'number' && size > sizeMax ? { size: sizeMax } : {};
}

type Call = (input: unknown, context: ToolCallContext) => Promise<ToolResponse>;

function compileCall(
  tool: Tool,
  answers: Answers,
  log: Logger,
  { upgradeUrl }: Pick<RejectionSettings, 'upgradeUrl'>,
): Call {
  const operation = operationOf(tool);
  const schema = inputOf(tool);
  const handler = answers.handlers[tool.operation];
  const reject = (name: RejectionName, fieldErrors: readonly FieldError[] | null): ToolResponse => {
    METRICS.toolCalls.inc({ tool: tool.name, outcome: name });
    return { result: rejectionResult(name, fieldErrors, upgradeUrl), body: null };
  };
  const requests = requestCost(tool.operation);
  return async (input, context) => {
    const { identity, requestId, signal } = context;
    const end = METRICS.toolSeconds.startTimer({ tool: tool.name });
    try {
      const { beta } = operation;
      if (beta !== undefined && !identity.betas.includes(beta)) return reject('FEATURE_UNAVAILABLE', null);
      const parsed = parseRequest(schema, { ...tool.defaults, ...(input as object | null) });
      if ('fieldErrors' in parsed) return reject('INVALID', parsed.fieldErrors);
      if (requests > 1 && !(await context.charge(requests))) {
        METRICS.toolCalls.inc({ tool: tool.name, outcome: 'rate_limited' });
        return { result: rejectedResult(tooManyCalls(context.budget.resetSeconds)), body: null };
      }
      const request = { identity, requestId, idempotencyKey: null, signal };
      const asked = { ...parsed.input, ...sizeOf(parsed.input, tool, context), ...tool.fixed };
      const { bytes } = await handler(
        request,
        await answers.assetNames(
          tool.operation,
          request,
          asked,
          isOfToolset(context) ? 'TOOLSET' : 'CONTRACT',
        ),
      );
      METRICS.toolCalls.inc({ tool: tool.name, outcome: 'ok' });
      return resultOf(withoutNulls(bytes), context);
    } catch (error) {
      // Nothing of ours failed, and nobody reads the result.
      if (isDisconnect(error, signal)) {
        METRICS.toolCalls.inc({ tool: tool.name, outcome: 'aborted' });
        return { result: rejectionResult('UNAVAILABLE', null, upgradeUrl), body: null };
      }
      const { rejected, fieldErrors } = failureOf(error, log, requestId);
      return reject(rejected, fieldErrors);
    } finally {
      end();
    }
  };
}

/** Returns the result of a body, and of a shorter one in place of one that is too long. */
function resultOf(body: Buffer, context: ToolCallContext): ToolResponse {
  const short = isOfToolset(context) ? shortAnswer(body) : null;
  if (short === null) return { result: PLACEHOLDER, body };
  const content = [...PLACEHOLDER.content, { type: 'text' as const, text: SHORTENED_NOTE }];
  return { result: { ...PLACEHOLDER, content }, body: short };
}

/** Returns a rejection as a tool result, so that the model can read it and act (decisions.md, "MCP"). */
function rejectionResult(
  name: RejectionName,
  fieldErrors: readonly FieldError[] | null,
  upgradeUrl: string,
): CallToolResult {
  const { http: status, upgrade } = REJECTIONS[name];
  const message = rejectionMessage(name, fieldErrors);
  const text = JSON.stringify({
    status,
    code: codeOf(name),
    message,
    fieldErrors,
    ...(upgrade ? { upgradeUrl } : {}),
  });
  return { isError: true, content: [{ type: 'text', text }] };
}
