/** Alerts that are fired by doing the thing to the running release, and that end when it is undone. */
import { until } from '../../../deploy/stack/process.ts';
import type { Cluster } from './cluster.ts';
import { runInPod } from './load.ts';
import { runSql } from './postgres.ts';
import { Prometheus } from './prometheus.ts';
import type { Release, Service } from './release.ts';
import { INGRESS, NAMESPACE } from './servers.ts';

const FIRE_MS_MAX = 180_000;

/** Something that goes wrong, the alerts that it fires, and how it is put right again. */
interface Trouble {
  readonly what: string;
  readonly alerts: readonly string[];
  readonly begin: (place: Place) => Promise<unknown>;
  readonly end: (place: Place) => Promise<unknown>;
}

interface Place {
  readonly cluster: Cluster;
  readonly release: Release;
  readonly token: string;
}

const scale =
  (service: Service, count: number) =>
  ({ cluster, release }: Place): Promise<string> => {
    const deployment = `deployment/${release.fullName}-${service}`;
    return cluster.kubectl('-n', NAMESPACE, 'scale', deployment, `--replicas=${String(count)}`);
  };
const natsTo =
  (count: number) =>
  ({ cluster }: Place): Promise<string> =>
    cluster.kubectl('-n', 'nats', 'scale', 'deployment/nats', `--replicas=${String(count)}`);

/** PostgreSQL stops answering: new connections time out, and so do statements. */
const signalPostgres =
  (signal: string) =>
  ({ cluster }: Place): Promise<string> =>
    cluster.run(['pkill', `-${signal}`, '-x', 'postgres']);

const sql =
  (statement: string) =>
  ({ cluster }: Place): Promise<string> =>
    runSql(cluster, [statement], 'ctx');

const TROUBLES: readonly Trouble[] = [
  {
    what: 'no recalc pod, and a correction that waits for one',
    alerts: ['CtxNoScrape', 'CtxQueueAge'],
    begin: async (place) => {
      await scale('recalc', 0)(place);
      await runInPod(place.cluster, INGRESS, await requestsOf(place), CORRECT);
    },
    end: scale('recalc', 2),
  },
  {
    what: 'NATS is gone, and a correction waits in the outbox',
    alerts: ['CtxNatsDisconnected', 'CtxOutboxLag'],
    begin: async (place) => {
      await natsTo(0)(place);
      await runInPod(place.cluster, INGRESS, await requestsOf(place), CORRECT);
    },
    end: natsTo(1),
  },
  {
    what: 'PostgreSQL does not answer, while requests arrive',
    alerts: ['CtxDatabaseErrors', 'CtxBudgetBurnsFast'],
    begin: async (place) => {
      await signalPostgres('STOP')(place);
      void runInPod(place.cluster, INGRESS, { ...(await requestsOf(place)), seconds: 100 }, READ).catch(
        () => undefined,
      );
    },
    end: signalPostgres('CONT'),
  },
  {
    what: 'the read service has lost a right, while requests arrive',
    alerts: ['CtxRpcErrors'],
    begin: async (place) => {
      await sql('REVOKE SELECT ON figures.years FROM ctx_read')(place);
      const requests = { ...(await requestsOf(place)), path: '/years/2026/summary', seconds: 100 };
      void runInPod(place.cluster, INGRESS, requests, READ).catch(() => undefined);
    },
    end: sql('GRANT SELECT ON figures.years TO ctx_read'),
  },
  {
    what: 'requests with a token that does not exist',
    alerts: ['CtxAdmissionRejections'],
    begin: async (place) => {
      const requests = { ...(await requestsOf(place)), token: 'ctx_wrong', seconds: 60 };
      void runInPod(place.cluster, INGRESS, requests, READ).catch(() => undefined);
    },
    end: () => Promise.resolve(),
  },
];

async function requestsOf({ release, token }: Place): Promise<{ base: string; token: string }> {
  return { base: await release.baseUrl(), token };
}

const CORRECT = `
  const { base, token } = settings;
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
  const { transactions: [{ id }] } = await (await fetch(base + '/api/v1/transactions?year=2026&size=1', { headers })).json();
  const body = JSON.stringify({ taxEventId: id, overriddenEuroValue: 1000 + Math.floor(Math.random() * 1000) });
  await fetch(base + '/api/v1/overrides', { method: 'POST', headers, body });
`;

const READ = `
  const { base, token, path = '/years', seconds } = settings;
  const until = Date.now() + seconds * 1000;
  while (Date.now() < until) {
    void fetch(base + '/api/v1' + path, { headers: { authorization: 'Bearer ' + token } }).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  process.exit(0);
`;

/** Fires the alerts of each trouble. Returns their names; rejects with the name of one that did not fire. */
export async function fireAlerts(place: Place): Promise<string[]> {
  const prometheus = await Prometheus.start(place.cluster, place.release);
  try {
    const fired: string[] = [];
    for (const { what, alerts, begin, end } of TROUBLES) {
      await begin(place);
      try {
        await until(async () => {
          const firing = await prometheus.firing();
          for (const alert of alerts) if (firing.has(alert) && !fired.includes(alert)) fired.push(alert);
          const missing = alerts.filter((alert) => !fired.includes(alert));
          if (missing.length > 0) throw new Error(`${what}: ${missing.join(', ')} did not fire`);
        }, FIRE_MS_MAX);
      } finally {
        await end(place);
      }
      await place.release.untilReady();
    }
    return fired;
  } finally {
    prometheus.stop();
  }
}
