/** Common complaints about Helm charts, as tests of this chart. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { CI_VALUES, render, template, VERSION } from './helm.ts';
import {
  componentOf,
  type Container,
  containerOf,
  type Manifest,
  maybe,
  maybePodOf,
  ofKind,
  podOf,
  theOne,
  type Variable,
} from './manifests.ts';

const SERVICES = ['gateway', 'read', 'corrections', 'recalc'] as const;
const MIB = 1024 * 1024;

describe('replicas:', () => {
  it.each(SERVICES)('the %s deployment sets no replicas when its autoscaler is on', async (name) => {
    const manifests = await render('minimal', `${name}.autoscaling={"enabled":true}`);
    expect(theOne(manifests, 'Deployment', name).spec).not.toHaveProperty('replicas');
    expect(theOne(manifests, 'HorizontalPodAutoscaler', name).spec).toMatchObject({
      minReplicas: 2,
      maxReplicas: 6,
    });
    for (const other of SERVICES.filter((service) => service !== name)) {
      expect(theOne(manifests, 'Deployment', other).spec.replicas).toBe(2);
      expect(maybe(manifests, 'HorizontalPodAutoscaler', other)).toBeUndefined();
    }
  });

  it('the recalc deployment sets no replicas when KEDA is on', async () => {
    const manifests = await render('keda');
    expect(theOne(manifests, 'Deployment', 'recalc').spec).not.toHaveProperty('replicas');
    expect(ofKind(manifests, 'ScaledObject')).toHaveLength(1);
    expect(ofKind(manifests, 'HorizontalPodAutoscaler')).toEqual([]);
  });

  it('a deployment without autoscaling has the replicas of the values', async () => {
    const manifests = await render('minimal', 'read.replicas=7');
    expect(theOne(manifests, 'Deployment', 'read').spec.replicas).toBe(7);
  });
});

describe('migrations:', () => {
  const HOOK = {
    'helm.sh/hook': 'pre-install,pre-upgrade',
    'helm.sh/hook-weight': '0',
    'helm.sh/hook-delete-policy': 'before-hook-creation,hook-succeeded',
  };

  it('they distribute the rows of users over the workers of Citus on request', async () => {
    const job = theOne(await render('minimal', 'migrations.distribute=true'), 'Job', 'migrations');
    expect(containerOf(job).command).toEqual(['node', 'deploy/stack/migrate.ts', '--distribute']);
  });

  it('they run in a hook before install and upgrade by default', async () => {
    const job = theOne(await render('minimal'), 'Job', 'migrations');
    expect(job.metadata.annotations).toEqual(HOOK);
    const container = containerOf(job);
    expect(container.command).toEqual(['node', 'deploy/stack/migrate.ts']);
    expect(container.image).toBe(`registry.example.org/crypto-tax/tools:${VERSION}`);
  });

  it.each(CI_VALUES)('the hook of the %s example uses no object that the chart creates', async (name) => {
    const manifests = await render(name);
    const own = new Set(manifests.filter(isNoHook).map(({ metadata }) => metadata.name));
    for (const hook of manifests.filter((manifest) => !isNoHook(manifest))) {
      if (hook.kind !== 'Job') continue;
      const { serviceAccountName, volumes = [], imagePullSecrets = [] } = podOf(hook);
      const needed = [
        serviceAccountName,
        ...volumes.map((volume) => volume.configMap?.name ?? volume.secret?.secretName),
        ...imagePullSecrets.map((secret) => secret.name),
        ...containerOf(hook).env.map((one) => one.valueFrom?.secretKeyRef.name),
      ].filter((one) => one !== undefined);
      expect(needed.filter((one) => own.has(one))).toEqual([]);
    }
  });

  it('the hook uses the service account only if it already exists', async () => {
    const existing = await render('minimal', 'serviceAccount={"create":false,"name":"mine"}');
    expect(podOf(theOne(existing, 'Job', 'migrations')).serviceAccountName).toBe('mine');
    const created = await render('minimal', 'serviceAccount={"create":true,"name":"mine"}');
    expect(podOf(theOne(created, 'Job', 'migrations'))).not.toHaveProperty('serviceAccountName');
  });

  it('with mode job, they are a plain job whose name changes with its pod spec', async () => {
    const names = [];
    for (const tag of ['1', '2', '1']) {
      const job = theOne(await render('no-ingress', `image.tag="${tag}"`), 'Job', 'migrations');
      expect(job.metadata.annotations).toBeUndefined();
      names.push(job.metadata.name);
    }
    expect(names[0]).toMatch(/^tax-crypto-tax-migrations-[0-9a-f]{8}$/);
    expect(names[1]).not.toBe(names[0]);
    expect(names[2]).toBe(names[0]);
  });

  it('with mode none, the chart renders no migration objects', async () => {
    const manifests = await render('keda');
    expect(manifests.filter((manifest) => componentOf(manifest) === 'migrations')).toEqual([]);
  });
});

describe('secrets:', () => {
  it.each(CI_VALUES)('the %s example creates none, and bundles no PostgreSQL or NATS', async (name) => {
    const manifests = await render(name);
    expect(ofKind(manifests, 'Secret')).toEqual([]);
    expect(ofKind(manifests, 'StatefulSet')).toEqual([]);
    expect(new Set(ofKind(manifests, 'Deployment').map(componentOf))).toEqual(
      new Set([...SERVICES, ...(['production', 'tls'].includes(name) ? ['tools'] : [])]),
    );
  });

  it('every secret variable refers to an existing secret', async () => {
    const SECRET = /^(DATABASE_URL|CALLER_KEY|OPERATOR_KEY|OAUTH_KEYS|SIGN_IN_CLIENT_SECRET)$/;
    for (const name of CI_VALUES)
      for (const variable of environmentsOf(await render(name)).filter((one) => SECRET.test(one.name))) {
        expect(variable.value).toBeUndefined();
        expect(variable.valueFrom?.secretKeyRef).toEqual({
          name: expect.any(String),
          key: expect.any(String),
        });
      }
  });

  it('rendering twice gives the same output, without random values', async () => {
    const args = [
      '-f',
      new URL('../../charts/crypto-tax/ci/production-values.yaml', import.meta.url).pathname,
    ];
    const [once, again] = await Promise.all([template('helm4', ...args), template('helm4', ...args)]);
    expect(again.stdout).toBe(once.stdout);
  });
});

describe('pod disruption budgets:', () => {
  it('each service has one that allows evicting one pod', async () => {
    const budgets = ofKind(await render('minimal'), 'PodDisruptionBudget');
    expect(budgets.map(componentOf).sort()).toEqual([...SERVICES].sort());
    for (const { spec } of budgets) expect(spec).toMatchObject({ maxUnavailable: 1 });
    for (const { spec } of budgets) expect(spec).not.toHaveProperty('minAvailable');
  });

  it.each([
    ['absent', 'one replica', 'read.replicas=1'],
    ['present', 'two replicas', 'read.replicas=2'],
    ['absent', 'an autoscaler with a minimum of one', 'read.autoscaling={"enabled":true,"minReplicas":1}'],
    ['present', 'an autoscaler with a minimum of two', 'read.autoscaling={"enabled":true}'],
    ['absent', 'podDisruptionBudget.enabled=false', 'read.podDisruptionBudget.enabled=false'],
  ])('read has its budget %s with %s', async (presence, _case, setting) => {
    const budget = maybe(await render('minimal', setting), 'PodDisruptionBudget', 'read');
    expect(budget !== undefined).toBe(presence === 'present');
  });

  it.each([
    [1, false],
    [2, true],
  ])('with a KEDA minimum of %d, recalc has a budget: %s', async (minReplicas, isThere) => {
    const manifests = await render('keda', `recalc.keda.minReplicas=${String(minReplicas)}`);
    expect(maybe(manifests, 'PodDisruptionBudget', 'recalc') !== undefined).toBe(isThere);
  });
});

describe('termination:', () => {
  const shutdown = readFileSync(
    new URL('../../services/common/platform/shutdown.ts', import.meta.url),
    'utf8',
  );
  const exitMsMax = Number(/EXIT_MS_MAX = ([\d_]+)/.exec(shutdown)?.[1]?.replaceAll('_', ''));

  it.each(CI_VALUES)(
    'the grace period of the %s example is longer than the shutdown of a service',
    async (name) => {
      expect(exitMsMax).toBeGreaterThan(0);
      for (const deployment of ofKind(await render(name), 'Deployment')) {
        const { terminationGracePeriodSeconds } = podOf(deployment);
        if (componentOf(deployment) === 'tools') continue;
        expect(terminationGracePeriodSeconds * 1000).toBeGreaterThan(exitMsMax);
        const pause = valueOf(containerOf(deployment), 'DRAIN_MS');
        if (componentOf(deployment) === 'recalc') {
          expect(pause).toBeUndefined();
        } else {
          expect(Number(pause)).toBeGreaterThanOrEqual(5000);
          expect(Number(pause)).toBeLessThanOrEqual(10_000);
        }
      }
    },
  );

  it.each(SERVICES)('the %s container runs node directly, so that it receives signals', async (name) => {
    const container = containerOf(theOne(await render('minimal'), 'Deployment', name));
    expect(container.command[0]).toBe('node');
    expect(container.command.at(-1)).toBe(`services/${name}/src/main.ts`);
    expect(container).not.toHaveProperty('args');
  });

  it('a rolling update starts a new pod before it stops an old one', async () => {
    for (const name of SERVICES)
      expect(theOne(await render('minimal'), 'Deployment', name).spec.strategy).toEqual({
        type: 'RollingUpdate',
        rollingUpdate: { maxSurge: 1, maxUnavailable: 0 },
      });
  });
});

describe('probes:', () => {
  it.each(SERVICES)(
    '%s is probed over plain HTTP at a numeric port; liveness checks only the process',
    async (name) => {
      const manifests = await render('minimal', 'listen.healthPort=9999');
      const container = containerOf(theOne(manifests, 'Deployment', name));
      expect(container.startupProbe.httpGet).toEqual({ path: '/healthz', port: 9999 });
      expect(container.livenessProbe.httpGet).toEqual({ path: '/healthz', port: 9999 });
      expect(container.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 9999 });
      expect(valueOf(container, 'HEALTH_ADDRESS')).toBe('0.0.0.0:9999');
      // The readiness check times out after 2 s: the probe must wait longer.
      expect(container.readinessProbe.timeoutSeconds).toBeGreaterThan(2);
    },
  );
});

describe('KEDA:', () => {
  it('the scaler uses the stream and the consumer that the services create', async () => {
    const [scaled] = ofKind(await render('keda'), 'ScaledObject');
    const nats = readFileSync(new URL('../../services/common/platform/nats.ts', import.meta.url), 'utf8');
    const consumer = readFileSync(
      new URL('../../services/recalc/src/requests/consumer.ts', import.meta.url),
      'utf8',
    );
    expect(scaled?.spec.triggers[0].metadata).toMatchObject({
      stream: /RECALC_STREAM = '(.*?)'/.exec(nats)?.[1],
      consumer: /DURABLE = '(.*?)'/.exec(consumer)?.[1],
      natsServerMonitoringEndpoint: 'nats.nats.svc.cluster.local:8222',
    });
  });

  it('a minimum of 0 pods is rejected, because a pod creates the consumer', async () => {
    const { stderr, code } = await template('helm4', '--set', 'recalc.keda.minReplicas=0');
    expect(code).not.toBe(0);
    expect(stderr).toContain('/recalc/keda/minReplicas');
  });
});

describe('scheduling and monitoring:', () => {
  it.each(SERVICES)('the %s pods are spread over zones and nodes', async (name) => {
    const { topologySpreadConstraints } = theOne(await render('production'), 'Deployment', name).spec.template
      .spec;
    expect(topologySpreadConstraints).toMatchObject([
      { topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'DoNotSchedule', maxSkew: 1 },
      { topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 1 },
    ]);
    for (const { labelSelector } of topologySpreadConstraints)
      expect(labelSelector.matchLabels['app.kubernetes.io/component']).toBe(name);
    const off = await render('minimal', 'topologySpread={"zone":"Off","node":"Off"}');
    expect(theOne(off, 'Deployment', name).spec.template.spec).not.toHaveProperty(
      'topologySpreadConstraints',
    );
  });

  it('optional objects are rendered only when enabled', async () => {
    expect(ofKind(await render('production'), 'ServiceMonitor')).toHaveLength(1);
    const manifests = await render('minimal');
    for (const kind of [
      'ServiceMonitor',
      'PrometheusRule',
      'ConfigMap',
      'Ingress',
      'HTTPRoute',
      'ScaledObject',
    ])
      expect(ofKind(manifests, kind)).toEqual([]);
  });
});

describe('NATS:', () => {
  it('each service can have its own address', async () => {
    const manifests = await render('production');
    for (const name of ['corrections', 'recalc']) {
      const container = containerOf(theOne(manifests, 'Deployment', name));
      expect(container.env.find((one) => one.name === 'NATS_URL')).toEqual({
        name: 'NATS_URL',
        valueFrom: { secretKeyRef: { name: `crypto-tax-nats-${name}`, key: 'NATS_URL' } },
      });
    }
  });

  it('docs/operations/install.md names the settings for production', () => {
    const text = readFileSync(new URL('../../docs/operations/install.md', import.meta.url), 'utf8');
    expect(text).toContain('nats.streamReplicas: 3');
    expect(text).toContain('sync_interval: 1s');
  });
});

/** The file with the flags of garbage collection. */
const V8_ENVIRONMENT = '--env-file=./services/common/platform/v8.env';
/** Preloaded module that handles SIGTERM while the service starts. */
const PRELOAD = '--import=./services/common/platform/starting.ts';

describe('memory:', () => {
  it.each([
    ['512Mi', 384],
    ['1Gi', 768],
    ['1.5Gi', 1152],
    ['1G', 714],
    ['536870912', 384],
  ])('a limit of %s gives Node a heap of %d MiB', async (limit, heapMb) => {
    const manifests = await render('minimal', `read.resources.limits.memory="${limit}"`);
    const container = containerOf(theOne(manifests, 'Deployment', 'read'));
    expect(container.command[1]).toBe(`--max-old-space-size=${String(heapMb)}`);
  });

  it('without a limit, no heap size is set', async () => {
    const manifests = await render('minimal', 'read.resources.limits=null');
    const container = containerOf(theOne(manifests, 'Deployment', 'read'));
    expect(container.command).toEqual(['node', V8_ENVIRONMENT, PRELOAD, 'services/read/src/main.ts']);
  });

  it('recalc sets no heap size, which would override that of a large run, and its limit has room for a large run', async () => {
    for (const name of CI_VALUES) {
      const container = containerOf(theOne(await render(name), 'Deployment', 'recalc'));
      expect(container.command).toEqual(['node', PRELOAD, 'services/recalc/src/main.ts']);
      const limitMb = Number.parseInt(container.resources.limits.memory, 10) * 1024;
      expect(container.resources.limits.memory).toMatch(/^\dGi$/);
      expect(limitMb * MIB).toBeGreaterThan(
        (Number(valueOf(container, 'LARGE_RUN_MEMORY_MB_MAX')) + 512) * MIB,
      );
    }
  });
});

function environmentsOf(manifests: readonly Manifest[]): Variable[] {
  return manifests.flatMap((manifest) => maybePodOf(manifest)?.containers[0]?.env ?? []);
}

function valueOf(container: Container, name: string): string | undefined {
  return container.env.find((variable) => variable.name === name)?.value;
}

function isNoHook({ metadata }: Manifest): boolean {
  return metadata.annotations?.['helm.sh/hook'] === undefined;
}
