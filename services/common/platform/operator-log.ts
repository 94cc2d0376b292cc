/** The log of the operator's calls: each service adds its own, also those that it rejects (migration 0029). */
import { status } from '@grpc/grpc-js';
import type { Caller } from './caller.ts';
import { GrpcRejection } from './grpc-rejection.ts';
import type { Logger } from './log.ts';
import { faultOfRole, type OperatorIdentity, SHARED_KEY } from './operator-keys.ts';
import type { Pool } from './postgres.ts';

/** An operator's call, as the log has it. */
export interface OperatorCall {
  readonly operator: OperatorIdentity;
  readonly via: string;
  /** Service and name, such as `ImportService/ImportFacts`. */
  readonly rpc: string;
  /** The user of the call; 0 if it concerns none, or if only the response names the user. */
  readonly userId: number;
  readonly requestId: string;
}

/** Writes the log. Only the functions of the migration can, and they neither change nor delete what is in it. */
export interface OperatorLog {
  /** Adds a call before it is done, so that none is done without a trace. Returns its id. */
  begin(call: OperatorCall): Promise<string>;
  /** Sets the outcome of a call, and its user if only the response names it. Never throws: the call is done. */
  end(callId: string, outcome: status, userId: number): Promise<void>;
}

/** Returns the log over the pool of a service. */
export function operatorLog(pool: Pool, log: Logger): OperatorLog {
  return {
    begin: async ({ operator, via, rpc, userId, requestId }) => {
      const { rows } = await pool.query<{ callId: string }>({
        name: 'begin-operator-call',
        text: 'SELECT app.begin_operator_call($1, $2, $3, $4, $5, $6, $7)::text AS "callId"',
        values: [operator.keyName, operator.keyId, operator.roles.join('+'), via, rpc, userId, requestId],
      });
      return (rows[0] as { callId: string }).callId;
    },
    end: async (callId, outcome, userId) => {
      try {
        await pool.query({
          name: 'end-operator-call',
          text: 'SELECT app.end_operator_call($1, $2, $3)',
          values: [callId, status[outcome], userId],
        });
      } catch (error) {
        log.error({ err: error, callId, outcome: status[outcome] }, 'outcome of an operator call not logged');
      }
    },
  };
}

/** An operator's call that is under way, and its entry in the log. */
export class NotedCall {
  readonly #call: OperatorCall;
  readonly #log: OperatorLog | undefined;
  #callId: string | null = null;
  #userId: number;

  /** A service without a log only writes its log lines. */
  constructor(caller: Caller, rpc: string, request: unknown, log: OperatorLog | undefined) {
    const { via, requestId, operator = SHARED_KEY } = caller;
    this.#userId = userNamedBy(request) || caller.userId;
    this.#call = { operator, via, rpc, userId: this.#userId, requestId };
    this.#log = log;
  }

  /** Adds the call to the log. Throws why it cannot be done: the role of its key, or a log that cannot be written. */
  async begin(): Promise<void> {
    this.#callId = (await this.#log?.begin(this.#call)) ?? null;
    const fault = faultOfRole(this.#call.operator, this.#call.rpc);
    if (fault !== null) throw new GrpcRejection(status.PERMISSION_DENIED, fault);
  }

  /** Sets the outcome. The response may name the user, where the request does not. */
  async end(outcome: status, response?: unknown): Promise<void> {
    this.#userId ||= userNamedBy(response);
    if (this.#callId !== null) await this.#log?.end(this.#callId, outcome, this.#userId);
  }

  /** Fields of the log line of the call. */
  get logged(): Readonly<Record<string, unknown>> {
    const { keyName: key, roles } = this.#call.operator;
    const user = this.#userId === 0 ? {} : { userId: this.#userId };
    return { ...user, via: this.#call.via, key, role: roles.join('+') };
  }
}

/** Returns the user that a request or a response names; 0 if it names none. */
function userNamedBy(message: unknown): number {
  const { userId, which, connections } = (message ?? {}) as {
    readonly userId?: unknown;
    readonly which?: { readonly $case: string; readonly value: unknown };
    readonly connections?: readonly { readonly userId: number }[];
  };
  const named = userId ?? (which?.$case === 'allOfUserId' ? which.value : connections?.[0]?.userId);
  return typeof named === 'number' && Number.isSafeInteger(named) && named > 0 ? named : 0;
}
