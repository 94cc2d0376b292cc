/** The tools as they are listed and called: the operations of REST, with the same answers and the same refusals. */
import { exactFields, parseRequest } from '@ctx/common/contract/parse-input';
import { operationOf, type Tool, TOOLS } from '@ctx/common/contract/tools';
import {
  type FieldError,
  rejectionMessage,
  type RejectionName,
  REJECTIONS,
} from '@ctx/common/domain/rejections';
import type { Scope } from '@ctx/common/domain/vocabulary';
import type { Logger } from '@ctx/common/platform/log';
import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/server';
import type { Budget, Identity } from '../auth/admission.ts';
import type { RefusalSettings } from '../bodies/refusals.ts';
import { failureOf } from '../front/failures.ts';
import { METRICS } from '../metrics.ts';
import type { Answers } from '../rest/answers.ts';
import { STAND_IN } from './stand-in.ts';
import { inputOf, inputSchema, outputSchema } from './tool-schemas.ts';

/** Who calls, in which request. */
export interface Calling {
  readonly identity: Identity;
  readonly budget: Budget;
  readonly requestId: string;
}

/** A tool's answer. */
export interface ToolAnswer {
  readonly result: CallToolResult;
  /** Where the result is a stand-in: what it stands for, JSON. */
  readonly body: Buffer | null;
}

export interface Toolbox {
  /** What a connection of these scopes sees, in an order that does not change. */
  listFor(scopes: readonly Scope[]): ListedTool[];
  /** The scope a tool needs; null where there is none of that name. */
  scopeOf(name: string): Scope | null;
  /** Whatever happens, the result is one that an assistant may read. */
  call(name: string, input: unknown, calling: Calling): Promise<ToolAnswer>;
}

/** Fields of all tools that keep every digit. */
export const EXACT_FIELDS = [...new Set(TOOLS.flatMap((tool) => exactFields(inputOf(operationOf(tool)))))];

/** All tools over the answers of REST. */
export function createToolbox(
  answers: Answers,
  log: Logger,
  settings: Pick<RefusalSettings, 'upgradeUrl'>,
): Toolbox {
  const calls = new Map(TOOLS.map((tool) => [tool.name, compileCall(tool, answers, log, settings)]));
  const listed = TOOLS.map((tool) => ({ scope: operationOf(tool).scope, definition: definitionOf(tool) }));
  return {
    listFor: (scopes) =>
      listed.filter(({ scope }) => scopes.includes(scope)).map(({ definition }) => definition),
    scopeOf: (name) => {
      const tool = TOOLS.find((each) => each.name === name);
      return tool === undefined ? null : operationOf(tool).scope;
    },
    call: async (name, input, calling) => {
      const call = calls.get(name);
      if (call === undefined) throw new TypeError(`no tool ${name}`);
      return call(input, calling);
    },
  };
}

function definitionOf(tool: Tool): ListedTool {
  const operation = operationOf(tool);
  const { name, title, description } = tool;
  return {
    ...{ name, title, description },
    inputSchema: inputSchema(operation) as ListedTool['inputSchema'],
    outputSchema: outputSchema(operation),
    annotations: {
      readOnlyHint: operation.scope === 'read',
      destructiveHint: tool.destructive ?? false,
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}

type Call = (input: unknown, calling: Calling) => Promise<ToolAnswer>;

function compileCall(
  tool: Tool,
  answers: Answers,
  log: Logger,
  { upgradeUrl }: Pick<RefusalSettings, 'upgradeUrl'>,
): Call {
  const operation = operationOf(tool);
  const schema = inputOf(operation);
  const bodyOf = answers.bodyOf[tool.operation];
  const refuse = (name: RejectionName, fieldErrors: readonly FieldError[] | null): ToolAnswer => {
    METRICS.toolCalls.inc({ tool: tool.name, outcome: name });
    return { result: refusalResult(name, fieldErrors, upgradeUrl), body: null };
  };
  return async (input, { identity, requestId }) => {
    const end = METRICS.toolSeconds.startTimer({ tool: tool.name });
    try {
      const { beta } = operation;
      if (beta !== undefined && !identity.betas.includes(beta)) return refuse('FEATURE_UNAVAILABLE', null);
      const parsed = parseRequest(schema, input ?? {});
      if ('fieldErrors' in parsed) return refuse('INVALID', parsed.fieldErrors);
      const { bytes } = await bodyOf({ identity, requestId, idempotencyKey: null }, parsed.input);
      METRICS.toolCalls.inc({ tool: tool.name, outcome: 'ok' });
      return { result: STAND_IN, body: bytes };
    } catch (error) {
      const { refused, fieldErrors } = failureOf(error, log, requestId);
      return refuse(refused, fieldErrors);
    } finally {
      end();
    }
  };
}

/** A refusal as a result: the model reads it and acts (decisions.md, "MCP"). */
function refusalResult(
  name: RejectionName,
  fieldErrors: readonly FieldError[] | null,
  upgradeUrl: string,
): CallToolResult {
  const { http: status, code, upgrade } = REJECTIONS[name];
  const message = rejectionMessage(name, fieldErrors);
  const text = JSON.stringify({ status, code, message, fieldErrors, ...(upgrade ? { upgradeUrl } : {}) });
  return { isError: true, content: [{ type: 'text', text }] };
}
