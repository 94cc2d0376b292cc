/** Every way into the gateway: its network policy lets clients through, and it knows which addresses are those of proxies. */
import { describe, expect, it } from '@jest/globals';
import { example, HELM_VERSIONS, parseManifests, render, template } from './helm.ts';
import { type Manifest, ofKind, theOne } from './manifests.ts';

const TYPES = ['ClusterIP', 'NodePort', 'LoadBalancer'];
const ROUTES = {
  'no route': [],
  'an ingress': ['ingress.enabled=true'],
  'a route': ['httpRoute={"enabled":true,"parentRefs":[{"name":"edge"}]}'],
};
const CASES = TYPES.flatMap((type) =>
  Object.entries(ROUTES).map(([route, settings]) => [type, route, settings] as const),
);
const PROXIES = ['gateway.trustedProxies=["10.244.60.0/28"]'];
const FROM = ['networkPolicy.http.from=[{"ipBlock":{"cidr":"10.244.60.0/28"}}]'];
const NO_POLICY = ['networkPolicy.enabled=false'];

/** Returns the required values that Helm names, or the ports that the gateway's policy opens to the outside. */
async function outcomeOf(settings: readonly string[]): Promise<unknown> {
  const sets = settings.flatMap((setting) => ['--set-json', setting]);
  const { code, stdout, stderr } = await template('helm4', ...example('minimal'), ...sets);
  if (code !== 0) return [...stderr.matchAll(/^ {2}(\S+): is required/gm)].map(([, value]) => value);
  const manifests = parseManifests(stdout);
  if (ofKind(manifests, 'NetworkPolicy').length === 0) return 'open';
  const rules = (theOne(manifests, 'NetworkPolicy', 'gateway').spec.ingress ?? []) as {
    ports: { port: number }[];
  }[];
  return rules.some(({ ports }) => ports.some(({ port }) => port === 8080)) ? 'reachable' : 'closed';
}

describe('a gateway service of type', () => {
  it.each(CASES)(
    '%s with %s is reachable and knows its proxies, or is rejected',
    async (type, route, ways) => {
      const isPublic = type !== 'ClusterIP' || route !== 'no route';
      for (const proxies of [[], PROXIES])
        for (const from of [[], FROM])
          for (const policy of [[], NO_POLICY]) {
            const needed = [
              ...(isPublic && proxies.length === 0 ? ['gateway.trustedProxies'] : []),
              ...(isPublic && from.length + policy.length === 0 ? ['networkPolicy.http.from'] : []),
            ];
            const reached = from.length > 0 ? 'reachable' : 'closed';
            const rendered = policy.length > 0 ? 'open' : reached;
            const settings = [`gateway.service.type="${type}"`, ...ways, ...proxies, ...from, ...policy];
            expect([settings, await outcomeOf(settings)]).toEqual([
              settings,
              needed.length > 0 ? needed : rendered,
            ]);
          }
    },
  );

  it('LoadBalancer has the fields of the values', async () => {
    const fields = {
      externalTrafficPolicy: 'Local',
      loadBalancerClass: 'example.org/internal',
      loadBalancerSourceRanges: ['192.0.2.0/24', '2001:db8::/32'],
      ipFamilyPolicy: 'PreferDualStack',
      ipFamilies: ['IPv6', 'IPv4'],
    };
    const service = { type: 'LoadBalancer', nodePort: 30080, ...fields };
    const manifests = await render(
      'minimal',
      `gateway.service=${JSON.stringify(service)}`,
      ...PROXIES,
      ...FROM,
    );
    const { spec } = httpServiceOf(manifests);
    expect(spec).toMatchObject({ type: 'LoadBalancer', ...fields, ports: [{ nodePort: 30080 }] });
  });

  it('ClusterIP has no field of another type', async () => {
    const { spec } = httpServiceOf(await render('minimal'));
    expect(spec).toEqual({
      type: 'ClusterIP',
      selector: expect.anything() as unknown,
      ports: [{ name: 'http', port: 80, targetPort: 'http', appProtocol: 'http' }],
    });
  });

  it.each([
    [
      'externalTrafficPolicy="Local"',
      'externalTrafficPolicy: needs gateway.service.type LoadBalancer or NodePort',
    ],
    ['nodePort=30080', 'nodePort: needs gateway.service.type LoadBalancer or NodePort'],
    ['loadBalancerClass="example.org/x"', 'loadBalancerClass: needs gateway.service.type LoadBalancer'],
    ['loadBalancerSourceRanges=["192.0.2.0/24"]', 'loadBalancerSourceRanges: needs gateway.service.type'],
    ['={"ipFamilyPolicy":"SingleStack","ipFamilies":["IPv4","IPv6"]}', 'ipFamilies: has two families'],
  ])('ClusterIP rejects %s', async (setting, error) => {
    const at = setting.startsWith('=') ? 'gateway.service' : 'gateway.service.';
    for (const version of HELM_VERSIONS) {
      const { code, stderr } = await template(version, ...example('minimal'), '--set-json', at + setting);
      expect([code, stderr]).toEqual([1, expect.stringContaining(error)]);
    }
  });
});

/** The gateway has a second, headless service for gRPC. */
function httpServiceOf(manifests: readonly Manifest[]): Manifest {
  const service = ofKind(manifests, 'Service').find(
    ({ metadata }) => metadata.name === 'tax-crypto-tax-gateway',
  );
  if (service === undefined) throw new Error('the gateway has no HTTP service');
  return service;
}
