/** W1 and W2: processes die and receivers are cut off while events are delivered. Each run's event must arrive, in order, after its figures. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '../../e2e/stack.ts';
import type { Part } from '../nemesis.ts';
import { shuffled } from '../random.ts';
import type { Fault, Round } from '../round.ts';
import type { System } from '../system.ts';

/** What a receiver got of one user: the figures of each event when it first arrived, in that order. */
type Versions = Map<number, number[]>;

const DELIVERED_MS_MAX = 180_000;

/** A receiver of figures.changed, which can be cut off. */
class Receiver {
  readonly versions: Versions = new Map();
  /** Events that arrived again. */
  repeated = 0;
  readonly faults: string[] = [];
  readonly port: number;
  readonly #server: Server;
  readonly #ids = new Set<string>();
  #isCutOff = false;

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  static async open(system: System): Promise<Receiver> {
    const server = createServer((request, response) => {
      if (receiver.#isCutOff) {
        request.socket.destroy();
        return;
      }
      const id = String(request.headers['webhook-id']);
      void text(request)
        .then((body) => receiver.#take(system, id, body))
        .then(() => response.writeHead(204).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const receiver: Receiver = new Receiver(server);
    return receiver;
  }

  cutOff(isCutOff: boolean): void {
    this.#isCutOff = isCutOff;
    if (isCutOff) this.#server.closeAllConnections();
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #take(system: System, id: string, body: string): Promise<void> {
    const { userId, figuresVersion } = (
      JSON.parse(body) as { data: { userId: number; figuresVersion: number } }
    ).data;
    if (this.#ids.has(id)) this.repeated += 1;
    else {
      this.#ids.add(id);
      this.versions.set(userId, [...(this.versions.get(userId) ?? []), figuresVersion]);
    }
    const stored = await versionOf(system, userId);
    if (stored < figuresVersion)
      this.faults.push(
        `user ${String(userId)}: event of version ${String(figuresVersion)} before its figures`,
      );
  }
}

async function versionOf(system: System, userId: number): Promise<number> {
  const [row] = await system.sql('SELECT version FROM figures.versions WHERE user_id = $1', [userId]);
  return Number((row as { version?: string } | undefined)?.version ?? 0);
}

/** Adds a webhook, lets `strike` do harm while the probe corrects, and compares what arrived with the runs that were saved. */
async function deliverDuring(round: Round, strike: (receiver: Receiver) => Promise<void>): Promise<void> {
  const { system, cast } = round;
  const receiver = await Receiver.open(system);
  const before = new Map<number, number>();
  for (const { userId } of cast.all) before.set(Number(userId), await versionOf(system, Number(userId)));
  const url = `http://127.0.0.1:${String(receiver.port)}/`;
  const { id } = await system.stack.ctx(['webhook', 'add', '--url', url, '--type', 'figures.changed']);
  try {
    await strike(receiver);
    const last = await versionOf(system, Number(cast.probe.userId));
    await waitFor(async () => {
      // Later attempts would come after a minute.
      await system.sql('UPDATE corrections.deliveries SET due_at = now() WHERE attempts > 1');
      return (receiver.versions.get(Number(cast.probe.userId))?.at(-1) ?? 0) >= last;
    }, DELIVERED_MS_MAX);
    round.faults.push(...receiver.faults, ...faultsOfOrder(receiver.versions, before));
    const arrived = [...receiver.versions.values()].flat().length;
    round.hit(`${String(arrived)} events in order`);
    round.notes.push(`${String(receiver.repeated)} events came again`);
  } finally {
    await system.stack.ctx(['webhook', 'remove', '--id', String(id)]);
    receiver.close();
  }
}

/** A run that was saved after the webhook was added has an event: the versions of a user follow each other without a gap. */
function faultsOfOrder(versions: Versions, before: ReadonlyMap<number, number>): string[] {
  return [...versions].flatMap(([userId, of]) => {
    const [first = 0] = of;
    const isWhole = of.every((version, index) => version === first + index);
    const isEarly = first <= (before.get(userId) ?? 0);
    return isWhole && !isEarly ? [] : [`user ${String(userId)}: events of versions ${of.join(', ')}`];
  });
}

const KILLED: readonly Part[] = ['corrections', 'recalc', 'postgres', 'corrections'];

function killWhileDelivering(round: Round): Promise<void> {
  const { nemesis, draws } = round;
  return deliverDuring(round, async () => {
    for (const part of shuffled(draws, KILLED)) {
      const { done } = round.begin();
      await pause(draws.between(0, 1500));
      await nemesis.kill(part).restarted();
      round.hit(`${part} killed`);
      await done;
      await round.idleMs();
    }
  });
}

function cutReceiverOff(round: Round): Promise<void> {
  const { nemesis, draws } = round;
  return deliverDuring(round, async (receiver) => {
    receiver.cutOff(true);
    await round.correct();
    await round.idleMs();
    await waitFor(async () => {
      const failed = await round.system.sql('SELECT FROM corrections.deliveries WHERE attempts > 0');
      return failed.length > 0;
    }, DELIVERED_MS_MAX);
    round.hit('receiver cut off');
    const { thaw } = await nemesis.freezePostgres();
    await pause(draws.between(1000, 3000));
    receiver.cutOff(false);
    thaw();
    round.hit('PostgreSQL stopped');
    await round.correct();
    await round.idleMs();
  });
}

export const EVENT_FAULTS: readonly Fault[] = [
  {
    id: 'W1',
    title: 'kill -9 while events are delivered',
    inject: killWhileDelivering,
    endsConnections: true,
  },
  {
    id: 'W2',
    title: 'a receiver cut off, and PostgreSQL stopped, while events wait',
    inject: cutReceiverOff,
  },
];
