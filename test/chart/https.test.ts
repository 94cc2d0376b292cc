/** HTTPS between the platform's ingress and the gateway, and what the route of the Gateway API takes. */
import { describe, expect, it } from '@jest/globals';
import { example, HELM_VERSIONS, render, template } from './helm.ts';
import { containerOf, faultsOf, type Manifest, ofKind, podOf, type PodSpec, theOne } from './manifests.ts';

const HTTPS = 'tls.http.existingSecret="gateway-http"';
const SERVICES = ['gateway', 'read', 'corrections', 'recalc'] as const;
/** In the form of an operator's values. */
const OPERATOR = [
  'operatorKey={"publicKeys":["MCowBQYDK2VwAyEAmT7s9cfXZWiW7iIjSSYai4SkYxZaycEE7JeGu74PqzQ="],"existingSecret":"o"}',
];

function publicPort(manifests: readonly Manifest[]): unknown {
  const services = ofKind(manifests, 'Service').filter(({ spec }) => spec.clusterIP !== 'None');
  return services.map(({ spec }): unknown => spec.ports)[0];
}

describe('tls.http:', () => {
  it('the gateway, and only it, reads the certificate from a mounted folder', async () => {
    const manifests = await render('minimal', HTTPS);
    for (const name of SERVICES) {
      const deployment = theOne(manifests, 'Deployment', name);
      const { env, volumeMounts = [] } = containerOf(deployment);
      const variables = env.filter((variable) => variable.name.startsWith('HTTP_TLS_'));
      const isGateway = name === 'gateway';
      expect([name, variables]).toEqual([
        name,
        isGateway
          ? [
              { name: 'HTTP_TLS_CERT_FILE', value: '/etc/crypto-tax/http-tls/tls.crt' },
              { name: 'HTTP_TLS_KEY_FILE', value: '/etc/crypto-tax/http-tls/tls.key' },
            ]
          : [],
      ]);
      expect(volumeMounts.filter(({ mountPath }) => mountPath !== '/tmp')).toEqual(
        isGateway ? [{ name: 'http-tls', mountPath: '/etc/crypto-tax/http-tls', readOnly: true }] : [],
      );
      expect(podOf(deployment).volumes?.[0]?.secret?.secretName).toBe(isGateway ? 'gateway-http' : undefined);
    }
  });

  it('the service and the ingress name the protocol; probes and network policies stay as they are', async () => {
    const off = 'tls.http.existingSecret=""';
    const [plain, encrypted] = [await render('production', off), await render('production', HTTPS)];
    expect(publicPort(plain)).toMatchObject([{ name: 'http', port: 80, appProtocol: 'http' }]);
    expect(publicPort(encrypted)).toMatchObject([{ name: 'https', port: 80, appProtocol: 'https' }]);
    const backend = (manifests: readonly Manifest[]): unknown =>
      ofKind(manifests, 'Ingress')[0]?.spec.rules[0].http.paths[0].backend.service.port;
    expect([backend(plain), backend(encrypted)]).toEqual([{ name: 'http' }, { name: 'https' }]);
    const probes = (manifests: readonly Manifest[]): unknown => {
      const { startupProbe, livenessProbe, readinessProbe } = containerOf(
        theOne(manifests, 'Deployment', 'gateway'),
      );
      return [startupProbe, livenessProbe, readinessProbe];
    };
    expect(probes(encrypted)).toEqual(probes(plain));
    expect(ofKind(encrypted, 'NetworkPolicy')).toEqual(ofKind(plain, 'NetworkPolicy'));
  });

  it('the pod of `helm test` verifies the certificate with the authority of the secret, and reads no key', async () => {
    const test = theOne(await render('minimal', HTTPS, 'tests.enabled=true', ...OPERATOR), 'Pod', 'test');
    const [container] = (test.spec as PodSpec).containers;
    expect(container?.command.join(' ')).toContain('probe --url https://tax-crypto-tax-gateway:80');
    expect(container?.env).toContainEqual({
      name: 'NODE_EXTRA_CA_CERTS',
      value: '/etc/crypto-tax/http-ca/ca.crt',
    });
    expect(test.spec.volumes).toEqual([
      {
        name: 'http-ca',
        secret: {
          secretName: 'gateway-http',
          optional: true,
          items: [{ key: 'ca.crt', path: 'ca.crt' }],
        },
      },
    ]);
  });
});

const ROUTE = [
  'httpRoute={"enabled":true,"parentRefs":[{"name":"edge"}]}',
  'gateway.trustedProxies=["none"]',
  'networkPolicy.http.from=[{"ipBlock":{"cidr":"10.244.60.0/28"}}]',
];

describe('httpRoute:', () => {
  it('has further host names and rules, and filters and timeouts of the rule for the service', async () => {
    const redirect = {
      matches: [{ path: { type: 'PathPrefix', value: '/old' } }],
      filters: [
        { type: 'RequestRedirect', requestRedirect: { hostname: 'tax.example.org', statusCode: 301 } },
      ],
    };
    const filter = {
      type: 'ResponseHeaderModifier',
      responseHeaderModifier: {
        set: [{ name: 'strict-transport-security', value: 'max-age=31536000' }],
      },
    };
    const manifests = await render(
      'minimal',
      ...ROUTE,
      'httpRoute.hostnames=["www.example.org","tax.example.org"]',
      `httpRoute.rules=${JSON.stringify([redirect])}`,
      `httpRoute.filters=${JSON.stringify([filter])}`,
      'httpRoute.timeouts={"request":"60s","backendRequest":"1m"}',
    );
    const route = theOne(manifests, 'HTTPRoute', 'gateway');
    expect(await faultsOf(route)).toEqual([]);
    expect(route.spec.hostnames).toEqual(['tax.example.org', 'www.example.org']);
    expect(route.spec.rules).toEqual([
      redirect,
      {
        matches: [{ path: { type: 'PathPrefix', value: '/' } }],
        filters: [filter],
        timeouts: { request: '60s', backendRequest: '1m' },
        backendRefs: [{ name: 'tax-crypto-tax-gateway', port: 80 }],
      },
    ]);
  });

  it.each([
    [[], { hostname: 'tax-crypto-tax-gateway', wellKnownCACertificates: 'System' }],
    [
      ['httpRoute.backendTls.caConfigMap="ours"', 'httpRoute.backendTls.hostname="gateway.internal"'],
      {
        hostname: 'gateway.internal',
        caCertificateRefs: [{ group: '', kind: 'ConfigMap', name: 'ours' }],
      },
    ],
  ])('backendTls verifies the certificate of the service, with %j', async (settings, validation) => {
    const enabled = 'httpRoute.backendTls.enabled=true';
    const manifests = await render('minimal', ...ROUTE, HTTPS, enabled, ...settings);
    const policy = theOne(manifests, 'BackendTLSPolicy', 'gateway');
    expect(await faultsOf(policy)).toEqual([]);
    const service = { group: '', kind: 'Service', name: 'tax-crypto-tax-gateway', sectionName: 'https' };
    expect(policy.spec).toEqual({ targetRefs: [service], validation });
    expect(publicPort(manifests)).toMatchObject([{ name: 'https' }]);
  });

  it.each([
    [['httpRoute.backendTls.enabled=true'], 'httpRoute.backendTls.enabled: needs httpRoute.enabled'],
    [[...ROUTE, 'httpRoute.backendTls.enabled=true'], 'tls.http.existingSecret: is required'],
    [[...ROUTE, 'httpRoute.timeouts={"request":"60"}'], 'httpRoute'],
    [[...ROUTE, 'httpRoute.timeouts={"requests":"60s"}'], 'httpRoute.timeouts.requests: unknown value'],
  ])('%j is rejected: %s', async (settings, fault) => {
    for (const version of HELM_VERSIONS) {
      const sets = settings.flatMap((setting) => ['--set-json', setting]);
      const { code, stderr } = await template(version, ...example('minimal'), ...sets);
      expect([code, stderr]).toEqual([1, expect.stringContaining(fault)]);
    }
  });
});
