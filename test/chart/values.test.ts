/** Invalid values are rejected with an error that names the key. Pass-through values accept anything. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ACCEPTED } from './accepted-values.ts';
import { CHART, example, HELM_VERSIONS, type Outcome, render, template } from './helm.ts';
import { containerOf, ofKind, podOf, theOne } from './manifests.ts';
import { rejectedTogether } from './together.ts';

/** Settings that values.schema.json rejects, and the key that the error names. */
const REJECTED_BY_SCHEMA: readonly (readonly [setting: string, key: string])[] = [
  ['gateway.replicas="3"', 'gateway.replicas'],
  ['gateway.replicas=0', 'gateway.replicas'],
  ['gateway.replicas=1.5', 'gateway.replicas'],
  ['gateway.baseUrl="https://tax.example.org/"', 'gateway.baseUrl'],
  ['gateway.baseUrl="tax.example.org"', 'gateway.baseUrl'],
  ['gateway.baseUrl="https://*.example.org"', 'gateway.baseUrl'],
  ['gateway.upgradeUrl="/pricing"', 'gateway.upgradeUrl'],
  ['gateway.drainMs=20001', 'gateway.drainMs'],
  ['gateway.terminationGracePeriodSeconds=25', 'gateway.terminationGracePeriodSeconds'],
  ['gateway.logLevel="verbose"', 'gateway.logLevel'],
  ['gateway.trustedProxies=["0.0.0.0/0"]', 'gateway.trustedProxies.0'],
  ['gateway.trustedProxies=["::/0"]', 'gateway.trustedProxies.0'],
  ['gateway.privacyUrl="javascript:alert(1)"', 'gateway.privacyUrl'],
  ['gateway.supportContact="help@example.org"', 'gateway.supportContact'],
  ['gateway.securityContact="security@example.org"', 'gateway.securityContact'],
  ['gateway.trustedProxies=["none","10.0.0.0/8"]', 'gateway.trustedProxies'],
  [
    'operatorKey.publicKeys=["MC4CAQAwBQYDK2VwBCIEIJQpKIQAkP1j7PkUX9nOP2AWSycDWOWJKBNuA7p07KrL"]',
    'operatorKey.publicKeys.0',
  ],
  ['gateway.trustedProxies="10.0.0.0/8"', 'gateway.trustedProxies'],
  ['gateway.corsOrigins=["*"]', 'gateway.corsOrigins.0'],
  ['gateway.clientMetadataHosts=["https://app.example.org"]', 'gateway.clientMetadataHosts.0'],
  ['gateway.signIn.issuer="http://id.example.org"', 'gateway.signIn.issuer'],
  ['gateway.signIn.label=""', 'gateway.signIn.label'],
  ['gateway.signIn.createUsers=["groups"]', 'gateway.signIn.createUsers.0'],
  ['gateway.signIn.clientSecret="s3cret"', 'gateway.signIn.clientSecret'],
  ['gateway.service.type="ExternalName"', 'gateway.service.type'],
  ['gateway.service.externalTrafficPolicy="local"', 'gateway.service.externalTrafficPolicy'],
  ['gateway.service.loadBalancerSourceRanges=["192.0.2.1"]', 'gateway.service.loadBalancerSourceRanges.0'],
  ['gateway.service.nodePort="30080"', 'gateway.service.nodePort'],
  ['gateway.service.ipFamilies=["ipv4"]', 'gateway.service.ipFamilies.0'],
  ['gateway.service.ipFamilyPolicy="DualStack"', 'gateway.service.ipFamilyPolicy'],
  ['gateway.image.digest="latest"', 'gateway.image.digest'],
  ['gateway.podLabels={"a":1}', 'gateway.podLabels.a'],
  ['gateway.podAnnotations={"a":true}', 'gateway.podAnnotations.a'],
  ['gateway.tolerations={}', 'gateway.tolerations'],
  ['gateway.resources.limits.memory="1GB"', 'gateway.resources.limits.memory'],
  // The chart has no value for the claims of a pod, without which Kubernetes rejects those of a container.
  ['gateway.resources.claims=[{"name":"x"}]', 'gateway.resources.claims'],
  ['gateway.autoscaling.minReplicas=0', 'gateway.autoscaling.minReplicas'],
  ['read.drainMs="5s"', 'read.drainMs'],
  ['read.database.connectionsMax=0', 'read.database.connectionsMax'],
  ['read.database.existingSecret="Not A Name"', 'read.database.existingSecret'],
  ['recalc.sweepIntervalMs=1', 'recalc.sweepIntervalMs'],
  ['recalc.keda.minReplicas=0', 'recalc.keda.minReplicas'],
  ['recalc.keda.natsMonitoringEndpoint="http://nats:8222"', 'recalc.keda.natsMonitoringEndpoint'],
  ['migrations.mode="auto"', 'migrations.mode'],
  ['callerKey="s3cret"', 'callerKey'],
  ['tls.enabled="yes"', 'tls.enabled'],
  ['read.tls.existingSecret="Not A Name"', 'read.tls.existingSecret'],
  ['nats.url="nats://user:password@nats:4222"', 'nats.url'],
  ['nats.streamReplicas=2', 'nats.streamReplicas'],
  ['tracing.endpoint="collector:4318"', 'tracing.endpoint'],
  ['tracing.ratio=2', 'tracing.ratio'],
  ['tracing.attributes={"a":"b,c"}', 'tracing.attributes.a'],
  ['listen.httpPort=80', 'listen.httpPort'],
  ['listen.host="127.0.0.1"', 'listen.host'],
  ['podSecurity.runAsUser=0', 'podSecurity.runAsUser'],
  ['topologySpread.zone="Sometimes"', 'topologySpread.zone'],
  ['image.pullPolicy="Sometimes"', 'image.pullPolicy'],
  ['image.repository="registry.example.org/crypto-tax/"', 'image.repository'],
  ['networkPolicy.database.to=[{}]', 'networkPolicy.database.to.0'],
  ['networkPolicy.database.to=[{"cidr":"10.0.0.0/8"}]', 'networkPolicy.database.to.0'],
  ['networkPolicy.dns.port=0', 'networkPolicy.dns.port'],
  ['serviceMonitor.interval="often"', 'serviceMonitor.interval'],
];

describe('values.schema.json', () => {
  const outcomesOf = rejectedTogether(REJECTED_BY_SCHEMA.map(([setting]) => setting));

  it.each(REJECTED_BY_SCHEMA)('rejects %s with an error that names %s', async (setting, key) => {
    for (const { code, stderr } of await outcomesOf(setting)) {
      expect(code).toBe(1);
      expect(stderr).toContain("values don't meet the specifications of the schema");
      expect(stderr.replaceAll('/', '.')).toContain(key);
    }
  });

  it.each(ACCEPTED)('accepts %s', async (setting) => {
    for (const version of HELM_VERSIONS)
      expect(await template(version, ...example('minimal'), '--set-json', setting)).toMatchObject({
        code: 0,
      });
  });
});

/** Values that the chart does not have, and the error: the nearest known value, or all values of the section. */
const UNKNOWN: readonly (readonly [setting: string, error: string])[] = [
  ['gateway.replica=3', 'gateway.replica: unknown value; did you mean gateway.replicas?'],
  ['gatway.replicas=3', 'gatway: unknown value; did you mean gateway?'],
  ['gateway.baseURL="https://x.org"', 'gateway.baseURL: unknown value; did you mean gateway.baseUrl?'],
  ['read.resource={"limits":{}}', 'read.resource: unknown value; did you mean read.resources?'],
  ['recalc.largeRuns.memoryMaxMb=1', 'did you mean recalc.largeRuns.memoryMbMax?'],
  [
    'corrections.podDisruptionBudget.minAvailable=1',
    'did you mean corrections.podDisruptionBudget.maxUnavailable?',
  ],
  ['tls.key="secret"', 'tls.key: unknown value; tls has enabled, existingSecret'],
  [
    'read.database.url="postgres://ctx_read:secret@db/ctx"',
    'read.database has connectionsMax, existingSecret, key',
  ],
  ['replicas=3', 'replicas: unknown value; the chart has callerKey, clearing, commonLabels'],
  ['gateway.oauthKeys.value="s3cret"', 'gateway.oauthKeys.value: unknown value'],
  ['read.nats.existingSecret="nats"', 'read.nats: unknown value'],
  ['recalc.drainMs=5000', 'recalc.drainMs: unknown value'],
  ['migrations.tls={}', 'migrations.tls: unknown value'],
  ['podSecurity.privileged=true', 'podSecurity.privileged: unknown value'],
  ['ingress.hosts=["tax.example.org"]', 'ingress.hosts: unknown value'],
  ['tools.replicas=2', 'tools.replicas: unknown value'],
];

describe('the check of unknown values', () => {
  const outcomesOf = rejectedTogether(UNKNOWN.map(([setting]) => setting));

  it.each(UNKNOWN)('rejects %s: %s', async (setting, error) => {
    for (const { code, stderr } of await outcomesOf(setting)) {
      expect(code).toBe(1);
      expect(stderr).toContain(error);
      expect(stderr).not.toContain('s3cret');
    }
  });

  it('reports several unknown values together with missing ones, in one error', async () => {
    for (const { stderr } of await both('--set', 'gatway.x=1,read.replica=2'))
      for (const error of [
        'gatway: unknown value',
        'read.replica: unknown value',
        'gateway.baseUrl: is required',
      ])
        expect(stderr).toContain(`\n  ${error}`);
  });
});

describe('the validation template', () => {
  it('lists all missing required values at once', async () => {
    for (const { code, stderr } of await both()) {
      expect(code).toBe(1);
      const named = [...stderr.matchAll(/^ {2}(\S+): is required$/gm)].map(([, key]) => key);
      expect(named).toEqual([
        'callerKey.existingSecret',
        'corrections.database.existingSecret',
        'gateway.baseUrl',
        'gateway.database.existingSecret',
        'gateway.oauthKeys.existingSecret',
        'image.repository',
        'migrations.database.existingSecret',
        'networkPolicy.database.to',
        'read.database.existingSecret',
        'recalc.database.existingSecret',
      ]);
    }
  });

  it.each([
    ['minimal', 'ingress.enabled=true', 'networkPolicy.http.from: is required'],
    ['minimal', 'ingress.enabled=true', 'gateway.trustedProxies: is required'],
    ['minimal', 'httpRoute.enabled=true', 'gateway.trustedProxies: is required'],
    ['minimal', 'operatorKey.existingSecret="keys"', 'operatorKey.publicKeys: is required'],
    ['production', 'operatorKey.existingSecret=""', 'operatorKey.existingSecret: is required'],
    ['minimal', 'httpRoute.enabled=true', 'httpRoute.parentRefs: is required'],
    ['minimal', 'serviceMonitor.enabled=true', 'networkPolicy.metrics.from: is required'],
    ['minimal', 'nats.url="nats://nats:4222"', 'networkPolicy.nats.to: is required'],
    ['minimal', 'recalc.nats.existingSecret="nats"', 'networkPolicy.nats.to: is required'],
    ['minimal', 'tracing.endpoint="http://collector:4318"', 'networkPolicy.tracing.to: is required'],
    ['minimal', 'networkPolicy.dns.to=[]', 'networkPolicy.dns.to: is required'],
    ['external-openid', 'networkPolicy.https.to=[]', 'networkPolicy.https.to: is required'],
    ['minimal', 'gateway.signIn.issuer="https://id.example.org"', 'gateway.signIn.clientId: is required'],
    ['minimal', 'gateway.signIn.clientId="x"', 'gateway.signIn.clientSecret.existingSecret: is required'],
    ['minimal', 'gateway.signIn.clientId="x"', 'gateway.signIn.issuer: is required'],
    ['minimal', 'gateway.signIn.createUsers=["groups=tax"]', 'gateway.signIn.issuer: is required'],
    ['minimal', 'recalc.keda.enabled=true', 'recalc.keda.natsMonitoringEndpoint: is required'],
    ['minimal', 'recalc.keda.enabled=true', 'recalc.keda.enabled: needs nats.url'],
    ['keda', 'recalc.autoscaling.enabled=true', 'recalc.keda.enabled: cannot be combined with'],
    ['keda', 'recalc.keda.maxReplicas=1', 'recalc.keda.maxReplicas: is less than minReplicas'],
    ['minimal', 'read.autoscaling={"enabled":true,"maxReplicas":1}', 'read.autoscaling.maxReplicas: is less'],
    ['minimal', 'tls.enabled=true', 'recalc.tls.existingSecret: is required with tls.enabled'],
    ['tls', 'tools.tls.existingSecret=""', 'tools.tls.existingSecret: is required with tls.enabled'],
    ['production', 'privateCa.existingSecret="x"', 'privateCa.existingSecret: cannot be combined with'],
    ['minimal', 'serviceAccount.create=false', 'serviceAccount.name: is required'],
    ['minimal', 'listen.grpcPort=8080', 'listen: httpPort, grpcPort and healthPort must differ'],
    [
      'minimal',
      'recalc.largeRuns.memoryMbMax=4096',
      'recalc.resources.limits.memory: must be at least 4608Mi',
    ],
    [
      'minimal',
      'recalc.resources.limits.memory="2000Mi"',
      'recalc.resources.limits.memory: must be at least 2048Mi',
    ],
  ])('rejects the %s example with %s: %s', async (name, setting, error) => {
    for (const { code, stderr } of await both(...example(name), '--set-json', setting)) {
      expect(code).toBe(1);
      expect(stderr).toContain(error);
    }
  });
});

describe('the values:', () => {
  it('images have the configured prefix, tag or digest, and pull secrets', async () => {
    const digest = `sha256:${'a'.repeat(64)}`;
    const manifests = await render(
      'minimal',
      'image={"repository":"registry.example.org:5000/tax","tag":"1.2.3","pullSecrets":["one","two"]}',
      `read.image.digest="${digest}"`,
    );
    const deployment = (name: string) => theOne(manifests, 'Deployment', name);
    expect(containerOf(deployment('gateway')).image).toBe('registry.example.org:5000/tax/gateway:1.2.3');
    expect(containerOf(deployment('read')).image).toBe(`registry.example.org:5000/tax/read@${digest}`);
    expect(podOf(deployment('recalc')).imagePullSecrets).toEqual([{ name: 'one' }, { name: 'two' }]);
  });

  it('the Recreate strategy renders without rollingUpdate settings', async () => {
    const manifests = await render(
      'minimal',
      'gateway.strategy={"type":"Recreate"}',
      'read.strategy.type="Recreate"',
    );
    for (const name of ['gateway', 'read'])
      expect(theOne(manifests, 'Deployment', name).spec.strategy).toEqual({ type: 'Recreate' });
    expect(theOne(manifests, 'Deployment', 'recalc').spec.strategy).toEqual({
      type: 'RollingUpdate',
      rollingUpdate: { maxSurge: 1, maxUnavailable: 0 },
    });
  });

  it('the root group can be set, as OpenShift images need it', async () => {
    const manifests = await render('minimal', 'podSecurity={"runAsUser":null,"runAsGroup":0}');
    expect(podOf(theOne(manifests, 'Deployment', 'read')).securityContext).toEqual({
      runAsNonRoot: true,
      runAsGroup: 0,
      seccompProfile: { type: 'RuntimeDefault' },
    });
  });

  it('the startup probe allows a service five minutes, because an overloaded node needs more than one', async () => {
    const manifests = await render('minimal');
    for (const name of ['gateway', 'read', 'corrections', 'recalc']) {
      const { periodSeconds, failureThreshold } = containerOf(
        theOne(manifests, 'Deployment', name),
      ).startupProbe;
      expect([name, periodSeconds * failureThreshold]).toEqual([name, 300]);
    }
  });

  it('ingress and route use the host of the public address without its port', async () => {
    const ingress = await render('production', 'gateway.baseUrl="https://tax.example.org:8443"');
    expect(ofKind(ingress, 'Ingress')[0]?.spec).toMatchObject({
      rules: [{ host: 'tax.example.org' }],
      tls: [{ hosts: ['tax.example.org'], secretName: 'crypto-tax-tls' }],
    });
    expect(ofKind(await render('external-openid'), 'HTTPRoute')[0]?.spec.hostnames).toEqual([
      'tax.example.org',
    ]);
  });

  it('dashboards and rules come from the chart’s folders', async () => {
    const manifests = await render('production');
    const filesIn = (folder: string, ending: string) =>
      existsSync(join(CHART, folder))
        ? readdirSync(join(CHART, folder)).filter((name) => name.endsWith(ending))
        : [];
    expect(ofKind(manifests, 'ConfigMap').flatMap(({ data = {} }) => Object.keys(data))).toEqual(
      filesIn('dashboards', '.json'),
    );
    expect(ofKind(manifests, 'PrometheusRule')).toHaveLength(filesIn('rules', '.yaml').length);
    for (const dashboard of ofKind(manifests, 'ConfigMap')) {
      expect(dashboard.metadata.labels).toMatchObject({ grafana_dashboard: '1' });
      expect(dashboard.metadata.annotations).toEqual({ grafana_folder: 'Crypto tax' });
      for (const [name, text] of Object.entries(dashboard.data ?? {})) {
        expect(name).toMatch(/\.json$/);
        expect(JSON.parse(text)).toMatchObject({ title: expect.any(String) });
      }
    }
    for (const rule of ofKind(manifests, 'PrometheusRule'))
      expect(rule.metadata.labels).toMatchObject({ release: 'prometheus' });
  });

  it('private CA certificates are mounted in every pod that uses TLS', async () => {
    const manifests = await render(
      'minimal',
      'privateCa.existingConfigMap="database-ca"',
      'tools.enabled=true',
    );
    for (const name of ['gateway', 'read', 'corrections', 'recalc', 'tools']) {
      const deployment = theOne(manifests, 'Deployment', name);
      const { volumes } = podOf(deployment);
      if (name === 'tools') {
        expect(volumes).toBeUndefined();
        continue;
      }
      expect(volumes).toEqual([
        {
          name: 'private-ca',
          configMap: { name: 'database-ca', items: [{ key: 'ca.crt', path: 'ca.crt' }] },
        },
        ...(name === 'corrections' ? [{ name: 'tmp', emptyDir: { sizeLimit: '2112Mi' } }] : []),
      ]);
      const { env, volumeMounts } = containerOf(deployment);
      expect(env).toContainEqual({
        name: 'NODE_EXTRA_CA_CERTS',
        value: `${volumeMounts?.[0]?.mountPath ?? ''}/ca.crt`,
      });
    }
    expect(podOf(theOne(manifests, 'Job', 'migrations')).volumes).toHaveLength(1);
  });

  it('private CA certificates can come from a secret instead of a config map', async () => {
    const manifests = await render('minimal', 'privateCa={"existingSecret":"database-ca","key":"tls.crt"}');
    const secret = { secretName: 'database-ca', items: [{ key: 'tls.crt', path: 'ca.crt' }] };
    for (const manifest of [
      theOne(manifests, 'Deployment', 'read'),
      theOne(manifests, 'Job', 'migrations'),
    ]) {
      expect(podOf(manifest).volumes).toEqual([{ name: 'private-ca', secret }]);
      expect(containerOf(manifest).env.map(({ name }) => name)).toContain('NODE_EXTRA_CA_CERTS');
    }
  });
});

function both(...args: string[]): Promise<Outcome[]> {
  return Promise.all(HELM_VERSIONS.map((version) => template(version, ...args)));
}
