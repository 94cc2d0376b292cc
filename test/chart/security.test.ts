/** Pod security, network policies, and no secrets in the rendered manifests. */
import { BlockList, isIP } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { CI_VALUES, example, render, template } from './helm.ts';
import {
  componentOf,
  type Manifest,
  maybe,
  maybePodOf,
  ofKind,
  podOf,
  theOne,
  type Variable,
} from './manifests.ts';

describe('pod security:', () => {
  it.each(CI_VALUES)(
    'every pod of %s meets the restricted standard and mounts no service account token',
    async (name) => {
      const manifests = await render(name);
      const pods = manifests.flatMap((manifest) => maybePodOf(manifest) ?? []);
      expect(pods.length).toBeGreaterThanOrEqual(4);
      for (const spec of pods) {
        expect(spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
        expect(spec.securityContext).toEqual({
          runAsNonRoot: true,
          runAsUser: 10_001,
          runAsGroup: 10_001,
          seccompProfile: { type: 'RuntimeDefault' },
        });
        for (const key of ['hostNetwork', 'hostPID', 'hostIPC', 'initContainers'])
          expect(spec).not.toHaveProperty(key);
        for (const { name: volume, ...source } of spec.volumes ?? [])
          expect([volume, Object.keys(source)]).toEqual([
            volume,
            [{ tls: 'secret', 'http-tls': 'secret', tmp: 'emptyDir' }[volume] ?? 'configMap'],
          ]);
        for (const container of spec.containers) {
          expect(container.securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
          expect(container.resources).toMatchObject({
            requests: { cpu: expect.anything(), memory: expect.anything() },
            limits: { memory: expect.anything() },
          });
          for (const port of container.ports ?? []) expect(port).not.toHaveProperty('hostPort');
        }
      }
      for (const account of ofKind(manifests, 'ServiceAccount'))
        expect(account.automountServiceAccountToken).toBe(false);
    },
  );

  it('the user and group can be left to the platform, but never to root', async () => {
    const manifests = await render('minimal', 'podSecurity={"runAsUser":null,"runAsGroup":null}');
    expect(podOf(theOne(manifests, 'Deployment', 'read')).securityContext).toEqual({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
  });
});

describe('the rendered manifests', () => {
  it.each(CI_VALUES)('of %s contain no secrets', async (name) => {
    const { stdout } = await template('helm4', ...example(name));
    expect(stdout).not.toMatch(
      /postgres(ql)?:\/\/|ct[xo]_[0-9A-Za-z]{32}|BEGIN [A-Z ]*PRIVATE KEY|:\/\/[^/\s:]*:[^/\s@]*@/,
    );
    for (const manifest of await render(name))
      for (const variable of variablesOf(manifest))
        if (
          /URL$|KEYS?$|SECRET$/.test(variable.name) &&
          !/^((BASE|UPGRADE|PRIVACY|TERMS|NATS)_URL|OPERATOR_PUBLIC_KEYS)$/.test(variable.name)
        )
          expect(variable).not.toHaveProperty('value');
  });
});

describe('the network policies', () => {
  it.each(CI_VALUES)('of %s deny all traffic by default and allow listed connections', async (name) => {
    const manifests = await render(name);
    const policies = ofKind(manifests, 'NetworkPolicy');
    for (const { spec } of policies) expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
    const [deny] = policies.filter((policy) => componentOf(policy) === undefined);
    expect(deny?.spec).toEqual({
      podSelector: {
        matchLabels: { 'app.kubernetes.io/name': 'crypto-tax', 'app.kubernetes.io/instance': 'tax' },
      },
      policyTypes: ['Ingress', 'Egress'],
    });
    const running = manifests.filter((manifest) => maybePodOf(manifest) !== undefined).map(componentOf);
    expect(
      policies
        .map(componentOf)
        .filter((one) => one !== undefined)
        .sort(),
    ).toEqual(running.sort());
  });

  const DNS = 'out UDP/53 TCP/53 kube-system';
  const DATABASE = 'out TCP/5432 10.20.0.5/32';
  const NATS = 'out TCP/4222 nats';
  const TRACES = 'out TCP/4318 monitoring';
  const METRICS = 'in TCP/9091 monitoring';
  const PUBLIC = 'out TCP/443 0.0.0.0/0 but 6, ::/0 but 6';

  it.each([
    ['minimal', 'gateway', [DNS, 'out TCP/9090 @read, @corrections', DATABASE]],
    ['minimal', 'read', ['in TCP/9090 @gateway', DNS, DATABASE]],
    ['minimal', 'corrections', ['in TCP/9090 @gateway', DNS, 'out TCP/9090 @recalc', DATABASE]],
    ['minimal', 'recalc', ['in TCP/9090 @corrections', DNS, DATABASE]],
    ['minimal', 'migrations', [DNS, DATABASE]],
    [
      'production',
      'gateway',
      [
        'in TCP/8080 ingress',
        'in TCP/9090 @tools, @rates, @prices',
        METRICS,
        DNS,
        'out TCP/9090 @read, @corrections',
        DATABASE,
        TRACES,
        PUBLIC,
      ],
    ],
    ['production', 'read', ['in TCP/9090 @gateway', METRICS, DNS, DATABASE, TRACES]],
    [
      'production',
      'corrections',
      [
        'in TCP/9090 @gateway',
        'in TCP/9090 @tools, @rates, @prices',
        METRICS,
        DNS,
        'out TCP/9090 @recalc',
        DATABASE,
        NATS,
        TRACES,
      ],
    ],
    [
      'production',
      'recalc',
      [
        'in TCP/9090 @corrections',
        'in TCP/9090 @tools, @rates, @prices',
        METRICS,
        DNS,
        DATABASE,
        NATS,
        TRACES,
      ],
    ],
    ['production', 'migrations', [DNS, DATABASE]],
    ['production', 'rates', [DNS, 'out TCP/9090 @gateway, @corrections, @recalc']],
    [
      'production',
      'prices',
      [DNS, 'out TCP/443 198.51.100.7/32', 'out TCP/9090 @gateway, @corrections, @recalc'],
    ],
    ['production', 'tools', [DNS, 'out TCP/9090 @gateway, @corrections, @recalc']],
    [
      'external-openid',
      'gateway',
      ['in TCP/8080 ingress', DNS, 'out TCP/9090 @read, @corrections', DATABASE, PUBLIC],
    ],
    // The receivers of webhooks.
    [
      'external-openid',
      'corrections',
      ['in TCP/9090 @gateway', DNS, 'out TCP/9090 @recalc', DATABASE, PUBLIC],
    ],
    [
      'no-ingress',
      'gateway',
      ['in TCP/8080 10.20.8.0/28', DNS, 'out TCP/9090 @read, @corrections', DATABASE],
    ],
    ['no-ingress', 'migrations', [DNS, DATABASE]],
  ])('of %s allow %s exactly its listed connections', async (name, component, ways) => {
    expect(waysOf(theOne(await render(name), 'NetworkPolicy', component))).toEqual(ways);
  });

  it.each([
    ['10.0.0.1', false],
    ['169.254.169.254', false],
    ['fd00::1', false],
    ['64:ff9b::a9fe:a9fe', false],
    ['64:ff9b:1::a00:1', false],
    ['2002:a9fe:a9fe::1', false],
    ['2001:0:a00:1::1', false],
    ['198.51.100.7', true],
    ['2a00:1450:4001::5', true],
  ])('allow the gateway HTTPS requests to %s: %s', async (address, isAllowed) => {
    const { spec } = theOne(await render('external-openid'), 'NetworkPolicy', 'gateway');
    const blocks = ((spec.egress ?? []) as Rule[])
      .filter(({ ports }) => ports.some(({ port }) => port === 443))
      .flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? []));
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const holds = (cidr: string): boolean => {
      const [network = '', prefix = ''] = cidr.split('/');
      if (isIP(network) !== isIP(address)) return false;
      const list = new BlockList();
      list.addSubnet(network, Number(prefix), family);
      return list.check(address, family);
    };
    expect(blocks.some(({ cidr, except = [] }) => holds(cidr) && !except.some(holds))).toBe(isAllowed);
  });

  it('of the migration hook exist only while it runs', async () => {
    expect(theOne(await render('minimal'), 'NetworkPolicy', 'migrations').metadata.annotations).toEqual({
      'helm.sh/hook': 'pre-install,pre-upgrade',
      'helm.sh/hook-weight': '-10',
      'helm.sh/hook-delete-policy': 'before-hook-creation,hook-succeeded',
    });
    expect(
      theOne(await render('no-ingress'), 'NetworkPolicy', 'migrations').metadata.annotations,
    ).toBeUndefined();
    expect(maybe(await render('keda'), 'NetworkPolicy', 'migrations')).toBeUndefined();
  });

  it('are not rendered when networkPolicy.enabled is false', async () => {
    const manifests = await render('minimal', 'networkPolicy.enabled=false', 'networkPolicy.database.to=[]');
    expect(ofKind(manifests, 'NetworkPolicy')).toEqual([]);
  });
});

interface Peer {
  readonly podSelector?: { matchLabels: Record<string, string> };
  readonly namespaceSelector?: { matchLabels: Record<string, string> };
  readonly ipBlock?: { cidr: string; except?: string[] };
}

interface Rule {
  readonly from?: Peer[];
  readonly to?: Peer[];
  readonly ports: { protocol: string; port: number }[];
}

/** Returns a policy's rules as lines of direction, ports and peers; `@name` is a component of this release. */
function waysOf({ spec }: Manifest): string[] {
  const line = (direction: string, { ports, from, to }: Rule): string => {
    const peers = from ?? to ?? [];
    // A rule without peers or ports would allow all of them.
    expect(peers.length * ports.length).toBeGreaterThan(0);
    const where = ports.map(({ protocol, port }) => `${protocol}/${String(port)}`).join(' ');
    return `${direction} ${where} ${peers.map(nameOf).join(', ')}`;
  };
  return [
    ...((spec.ingress ?? []) as Rule[]).map((rule) => line('in', rule)),
    ...((spec.egress ?? []) as Rule[]).map((rule) => line('out', rule)),
  ];
}

function nameOf({ podSelector, namespaceSelector, ipBlock }: Peer): string {
  if (ipBlock !== undefined)
    return ipBlock.except === undefined
      ? ipBlock.cidr
      : `${ipBlock.cidr} but ${String(ipBlock.except.length)}`;
  const namespace = namespaceSelector?.matchLabels['kubernetes.io/metadata.name'];
  return namespace ?? `@${podSelector?.matchLabels['app.kubernetes.io/component'] ?? ''}`;
}

function variablesOf(manifest: Manifest): readonly Variable[] {
  return maybePodOf(manifest)?.containers[0]?.env ?? [];
}
