/** The scenarios: what is rolled, lost and drained under load. */
import { setTimeout as pause } from 'node:timers/promises';
import { SERVICES } from '../../../deploy/stack/secrets.ts';
import { waitFor } from '../../e2e/stack.ts';
import type { Round } from '../round.ts';
import { drainGateway } from './draining.ts';
import type { Version } from './fleet.ts';
import type { ProcessEnd, Replica } from './replica.ts';
import { judgeEndings, type Scenario, type Scene } from './scenario.ts';
import { balance, losePods, meetNewPods } from './balancing.ts';
import { handOverRuns } from './runs.ts';

/** R1: rolls each service, one after the other. */
export const ROLL_EACH: Scenario = {
  id: 'R1',
  title: 'rolling restart of each service in turn',
  act: async ({ fleet, say }, round) => {
    for (const service of ['recalc', 'read', 'corrections', 'gateway'] as const) {
      const endings = await fleet.roll(service);
      judgeEndings(round, endings);
      say(`rolled ${service}`);
    }
  },
};

/** R1 for all services at once, like a `helm upgrade` that only replaces pods. */
export const ROLL_ALL: Scenario = {
  id: 'R1A',
  title: 'rolling restart of all services at once',
  act: async ({ fleet }, round) => {
    judgeEndings(round, (await Promise.all(SERVICES.map((service) => fleet.roll(service)))).flat());
  },
};

export const BALANCE: Scenario = {
  id: 'G5',
  title: 'gRPC goes to every server of a name',
  act: balance,
};

export const LOSE_PODS: Scenario = {
  id: 'G6',
  title: 'a server of each kind killed under many calls at once',
  act: losePods,
};

export const MEET_NEW_PODS: Scenario = {
  id: 'G7',
  title: 'new servers beside those that stay are used within the connection’s age',
  act: meetNewPods,
};

export const HAND_OVER_RUNS: Scenario = {
  id: 'R3',
  title: 'SIGTERM of recalc mid-run: finished, or handed over',
  act: handOverRuns,
};

export const DRAIN: Scenario = {
  id: 'D1',
  title: 'a gateway drains its connections',
  act: drainGateway,
};

/** R2: migrates the schema, then rolls half of each service, serves a while with both versions, then rolls the rest. */
export const upgradeTo = (version: Version, from: string, seconds: number): Scenario => ({
  id: 'R2',
  title: `version ${from} and ${version.name} on the schema of ${version.name}`,
  act: async (scene, round) => {
    const { fleet, say } = scene;
    const old = SERVICES.flatMap((service) => fleet.replicas(service));
    await rejectEarly(scene, round, version);
    say(`schema of ${version.name}`);
    for (const replica of old) {
      const probe = await replica.probe();
      if (probe?.status !== 200)
        round.faults.push(`${replica.name} on the schema of ${version.name}: ${String(probe?.text)}`);
    }
    const half = SERVICES.flatMap((service) => fleet.replicas(service).slice(0, 1));
    const endings = await replaceAll(scene, half);
    say(`both versions serve for ${String(seconds)} s`);
    await pause(seconds * 1000);
    endings.push(
      ...(await replaceAll(
        scene,
        old.filter((replica) => !half.includes(replica)),
      )),
    );
    judgeEndings(round, await Promise.all(endings));
  },
});

async function replaceAll({ fleet }: Scene, replicas: readonly Replica[]): Promise<Promise<ProcessEnd>[]> {
  return (await Promise.all(replicas.map((replica) => fleet.replace(replica)))).map(({ ending }) => ending);
}

/** Checks that a pod of the next version is not ready before its schema, says why, and then becomes ready by itself. */
async function rejectEarly({ fleet }: Scene, round: Round, version: Version): Promise<void> {
  fleet.use(version);
  const early = await fleet.launch('read');
  await waitFor(async () => (await early.probe()) !== null);
  const before = await early.probe();
  const ran = await fleet.migrateTo(version);
  const newest = ran.at(-1) ?? '';
  if (ran.length > 0 && (before?.status !== 503 || !before.text.includes(newest)))
    round.faults.push(`before its schema ${early.name} said ${String(before?.text)}`);
  await waitFor(async () => (await early.probe())?.status === 200);
  judgeEndings(round, [await fleet.terminate(early)]);
}
