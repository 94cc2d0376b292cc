/** What platform teams expect of a chart: their own objects, variables and volumes, `helm test`, and an autoscaler that removes no pod. */
import { describe, expect, it } from '@jest/globals';
import { readingFrom, startApiServer } from './api-server.ts';
import { example, parseManifests, render, template } from './helm.ts';
import { containerOf, faultsOf, maybe, ofKind, podOf, theOne } from './manifests.ts';
import { alertsOf, type RuleGroup } from './promtool.ts';

const SERVICES = ['gateway', 'read', 'corrections', 'recalc'] as const;

describe('The chart', () => {
  it.each(SERVICES)(
    'gives the pods of %s the additional variables and volumes of the values',
    async (name) => {
      const manifests = await render(
        'tls',
        `${name}.extraEnv=[{"name":"HTTPS_PROXY","value":"http://proxy:3128"}]`,
        `${name}.extraVolumes=[{"name":"scratch","emptyDir":{}}]`,
        `${name}.extraVolumeMounts=[{"name":"scratch","mountPath":"/scratch"}]`,
      );
      const deployment = theOne(manifests, 'Deployment', name);
      expect(containerOf(deployment).env).toContainEqual({ name: 'HTTPS_PROXY', value: 'http://proxy:3128' });
      expect(podOf(deployment).volumes?.map((volume) => volume.name)).toEqual([
        'private-ca',
        'tls',
        ...(name === 'gateway' ? ['http-tls'] : []),
        ...(name === 'corrections' ? ['tmp'] : []),
        'scratch',
      ]);
      expect(containerOf(deployment).volumeMounts?.at(-1)).toEqual({
        name: 'scratch',
        mountPath: '/scratch',
      });
    },
  );

  it.each(SERVICES)('gives the pods of %s what Kubernetes lets people set', async (name) => {
    const proxy = { name: 'proxy', image: 'proxy:1', args: ['--port=5432'] };
    const spread = { maxSkew: 2, topologyKey: 'rack', whenUnsatisfiable: 'ScheduleAnyway' };
    const own = {
      extraContainers: [proxy],
      initContainers: [{ ...proxy, name: 'wait' }],
      extraEnvFrom: [{ configMapRef: { name: 'more' } }],
      lifecycle: { preStop: { sleep: { seconds: 3 } } },
      readinessProbe: { failureThreshold: 5 },
      topologySpreadConstraints: [spread],
      hostAliases: [{ ip: '10.0.0.9', hostnames: ['db'] }],
      dnsPolicy: 'None',
      dnsConfig: { nameservers: ['10.0.0.10'] },
      runtimeClassName: 'gvisor',
      revisionHistoryLimit: 3,
      deploymentAnnotations: { 'reloader.example.org/auto': 'true' },
      'podDisruptionBudget.maxUnavailable': '25%',
    };
    const manifests = await render(
      'minimal',
      ...Object.entries(own).map(([key, value]) => `${name}.${key}=${JSON.stringify(value)}`),
    );
    for (const manifest of manifests) expect(await faultsOf(manifest)).toEqual([]);
    const deployment = theOne(manifests, 'Deployment', name);
    expect(deployment).toMatchObject({
      metadata: { annotations: own.deploymentAnnotations },
      spec: { revisionHistoryLimit: 3 },
    });
    const { initContainers, topologySpreadConstraints, hostAliases, dnsPolicy, dnsConfig, runtimeClassName } =
      own;
    expect(podOf(deployment)).toMatchObject({
      initContainers,
      topologySpreadConstraints,
      hostAliases,
      dnsPolicy,
      dnsConfig,
      runtimeClassName,
      containers: [
        {
          name,
          envFrom: own.extraEnvFrom,
          lifecycle: own.lifecycle,
          readinessProbe: { httpGet: { path: '/readyz' }, periodSeconds: 3, failureThreshold: 5 },
          livenessProbe: { httpGet: { path: '/healthz' }, failureThreshold: 6 },
        },
        proxy,
      ],
    });
    expect(theOne(manifests, 'PodDisruptionBudget', name).spec).toMatchObject({ maxUnavailable: '25%' });
  });

  it('rejects a container with the name of the service', async () => {
    await expect(render('minimal', 'read.extraContainers=[{"name":"read","image":"x"}]')).rejects.toThrow(
      'read.extraContainers: the chart sets read; choose another name',
    );
  });

  it('adds metrics to an autoscaler, and changes of labels to a monitor', async () => {
    const queue = {
      type: 'External',
      external: { metric: { name: 'queue' }, target: { type: 'Value', value: '9' } },
    };
    const relabelings = [{ action: 'labeldrop', regex: 'pod' }];
    const manifests = await render(
      'minimal',
      `recalc.autoscaling=${JSON.stringify({ enabled: true, metrics: [queue] })}`,
      `serviceMonitor=${JSON.stringify({ enabled: true, relabelings, metricRelabelings: relabelings })}`,
      'networkPolicy.metrics.from=[{"podSelector":{}}]',
    );
    const { metrics } = theOne(manifests, 'HorizontalPodAutoscaler', 'recalc').spec as { metrics: object[] };
    expect(metrics).toEqual([expect.objectContaining({ type: 'Resource' }), queue]);
    expect(ofKind(manifests, 'ServiceMonitor')[0]?.spec.endpoints).toMatchObject([
      { relabelings, metricRelabelings: relabelings },
    ]);
  });

  it('leaves alerts out, and changes those that the values name', async () => {
    const rules = {
      enabled: true,
      runbookBaseUrl: 'https://example.org/docs',
      disabled: ['CtxPricesOld'],
      overrides: { CtxQueueAge: { for: '15m', labels: { severity: 'warning' } } },
    };
    const alerts = ofKind(
      await render('minimal', `prometheusRule=${JSON.stringify(rules)}`),
      'PrometheusRule',
    ).flatMap(({ spec }) => alertsOf(spec.groups as RuleGroup[]));
    expect(alerts.find(({ alert }) => alert === 'CtxQueueAge')).toMatchObject({
      for: '15m',
      labels: { severity: 'warning' },
      annotations: { summary: 'Recalculations wait too long' },
    });
    expect(alerts.some(({ alert }) => alert === 'CtxPricesOld')).toBe(false);
    expect(alerts.length).toBeGreaterThan(20);
    await expect(render('minimal', 'prometheusRule.disabled=["CtxNothing"]')).rejects.toThrow(
      'prometheusRule: there is no alert CtxNothing',
    );
  });

  it('renders additional objects, given as maps and as text, as templates', async () => {
    const map = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"{{ .Release.Name }}-one"}}';
    const text = JSON.stringify(
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}-two',
    );
    const manifests = await render('minimal', `extraObjects=[${map},${text}]`);
    const names = ofKind(manifests, 'ConfigMap').map(({ metadata }) => metadata.name);
    expect(names).toEqual(expect.arrayContaining(['tax-one', 'tax-two']));
  });

  it('creates a PodMonitor instead of a ServiceMonitor, never both', async () => {
    const metrics = 'networkPolicy.metrics.from=[{"podSelector":{}}]';
    const manifests = await render('minimal', 'podMonitor.enabled=true', metrics);
    expect(ofKind(manifests, 'PodMonitor')[0]?.spec.podMetricsEndpoints).toEqual([
      { port: 'health', path: '/metrics', interval: '30s', scrapeTimeout: '10s' },
    ]);
    await expect(
      render('minimal', 'podMonitor.enabled=true', 'serviceMonitor.enabled=true', metrics),
    ).rejects.toThrow('podMonitor.enabled: cannot be combined with serviceMonitor.enabled');
  });

  it('has a pod for helm test only where it is turned on, and lets it reach the gateway and the services', async () => {
    expect(maybe(await render('minimal'), 'Pod', 'test')).toBeUndefined();
    const manifests = await render('minimal', 'tests.enabled=true');
    const pod = theOne(manifests, 'Pod', 'test');
    expect(pod.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'test' });
    expect(pod.spec.containers[0].command).toEqual([
      'node',
      'deploy/ctx/main.ts',
      'probe',
      '--url',
      'http://tax-crypto-tax-gateway:80',
    ]);
    const egress = theOne(manifests, 'NetworkPolicy', 'test').spec.egress as { ports: { port: number }[] }[];
    expect(egress.flatMap(({ ports }) => ports.map(({ port }) => port))).toEqual([53, 53, 8080, 9090]);
  });
});

describe('The job that loads exchange rates', () => {
  it('exists only where it is turned on, needs the key of the operator, and is a new one for each version', async () => {
    expect(maybe(await render('minimal'), 'Job', 'rates')).toBeUndefined();
    const jobs = await Promise.all(
      ['1.0.0', '1.0.1'].map(async (tag) =>
        theOne(await render('production', `image.tag="${tag}"`), 'Job', 'rates'),
      ),
    );
    const names = new Set(jobs.map(({ metadata }) => metadata.name));
    expect([...names].join(' ')).toMatch(
      /^tax-crypto-tax-rates-[0-9a-f]{8} tax-crypto-tax-rates-[0-9a-f]{8}$/,
    );
    expect(names.size).toBe(2);
    const container = containerOf(jobs[0]!);
    expect(container.command.slice(2)).toEqual(['prices', 'import', '--shared', '--bundled']);
    expect(container.env.map(({ name }) => name)).toContain('OPERATOR_KEY');
    expect(container.resources.limits).toEqual({ memory: '512Mi' });
    await expect(
      render(
        'minimal',
        'rates.enabled=true',
        `operatorKey.publicKeys=["MCowBQYDK2VwAyEA${'A'.repeat(43)}="]`,
      ),
    ).rejects.toThrow('operatorKey.existingSecret: is required');
  });
});

describe('The cron job that loads prices', () => {
  const FILES = 'priceFiles.addresses=["https://prices.example.org/a.csv"]';
  const TO = 'networkPolicy.prices.to=[{"ipBlock":{"cidr":"198.51.100.7/32"}}]';

  it('exists only where files are named, and imports them for all users with the key of the operator', async () => {
    expect(maybe(await render('minimal'), 'CronJob', 'prices')).toBeUndefined();
    const job = theOne(await render('production'), 'CronJob', 'prices');
    expect(job.spec).toMatchObject({
      schedule: '30 16 * * *',
      timeZone: 'Europe/Brussels',
      concurrencyPolicy: 'Forbid',
    });
    const { command, env, resources } = containerOf(job);
    expect(command.slice(2)).toEqual([
      'prices',
      'import',
      '--shared',
      'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip',
      'https://prices.example.org/shared.csv',
    ]);
    expect(env.map(({ name }) => name)).toContain('OPERATOR_KEY');
    expect(resources.limits).toEqual({ memory: '512Mi' });
  });

  it('trusts the private CA, since a file may be on a server of one’s own', async () => {
    const job = theOne(
      await render('minimal', FILES, TO, 'privateCa.existingConfigMap="ca"'),
      'CronJob',
      'prices',
    );
    expect(containerOf(job).env.map(({ name }) => name)).toContain('NODE_EXTRA_CA_CERTS');
    expect(containerOf(job).volumeMounts).toMatchObject([{ name: 'private-ca' }]);
    expect(podOf(job).volumes).toMatchObject([{ name: 'private-ca' }]);
  });

  it('needs destinations, the key of the operator, and addresses with https', async () => {
    await expect(render('minimal', FILES)).rejects.toThrow('networkPolicy.prices.to: is required');
    const key = `operatorKey.publicKeys=["MCowBQYDK2VwAyEA${'A'.repeat(43)}="]`;
    await expect(render('minimal', FILES, TO, key)).rejects.toThrow(
      'operatorKey.existingSecret: is required',
    );
    for (const address of ['http://example.org/a.csv', 'https://a:b@example.org/a.csv', 'a.csv'])
      await expect(render('minimal', `priceFiles.addresses=["${address}"]`, TO)).rejects.toThrow(
        'priceFiles',
      );
  });
});

describe('The number of pods in the manifest', () => {
  it('with an autoscaler is the number that runs', async () => {
    const server = await startApiServer({ deployments: { 'tax-crypto-tax-gateway': 5 } });
    try {
      const { code, stdout, stderr } = await template(
        'helm3',
        ...example('production'),
        ...readingFrom(server),
      );
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(theOne(parseManifests(stdout), 'Deployment', 'gateway').spec.replicas).toBe(5);
    } finally {
      server.close();
    }
  });

  it('of recalc with KEDA is the number that runs', async () => {
    const server = await startApiServer({ deployments: { 'tax-crypto-tax-recalc': 7 } });
    try {
      const { code, stdout } = await template('helm3', ...example('keda'), ...readingFrom(server));
      expect(code).toBe(0);
      expect(theOne(parseManifests(stdout), 'Deployment', 'recalc').spec.replicas).toBe(7);
    } finally {
      server.close();
    }
  });

  it('with an autoscaler is left out where the cluster cannot be read', async () => {
    expect(theOne(await render('production'), 'Deployment', 'gateway').spec).not.toHaveProperty('replicas');
  });
});

describe('The migration hook', () => {
  const key = 'crypto-tax-database-owner';

  it.each([
    ['a missing secret', {}, `migrations.database.existingSecret: namespace money has no secret ${key}`],
    [
      'a secret without the key',
      { [key]: { PASSWORD: 'x' } },
      `migrations.database.key: secret ${key} has no key DATABASE_URL`,
    ],
    ['a complete secret', { [key]: { DATABASE_URL: 'postgres://x' } }, ''],
  ])('with %s is rejected before it could wait for it, or accepted', async (_title, secrets, error) => {
    const server = await startApiServer({ secrets, hasNamespace: true });
    try {
      const { code, stderr } = await template('helm3', ...example('minimal'), ...readingFrom(server));
      expect({ code, stderr }).toEqual({
        code: error === '' ? 0 : 1,
        stderr: expect.stringContaining(error),
      });
    } finally {
      server.close();
    }
  });

  it('is accepted in a namespace that does not exist yet, and with migrations that are no hook', async () => {
    const [empty, filled] = [await startApiServer({}), await startApiServer({ hasNamespace: true })];
    try {
      for (const [name, server] of [['minimal', empty] as const, ['no-ingress', filled] as const])
        expect(await template('helm3', ...example(name), ...readingFrom(server))).toMatchObject({ code: 0 });
    } finally {
      empty.close();
      filled.close();
    }
  });
});
