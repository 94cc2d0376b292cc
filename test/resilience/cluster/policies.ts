/**
 * Enforces NetworkPolicy on the nodes with iptables, where no plugin that does can be built: watches pods, namespaces and policies, and
 * writes the chains again at each change. Denied packets are dropped, as plugins do it.
 *
 * Usage, inside the cluster's namespaces: node policies.ts PKI-FOLDER SERVER
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';

interface Meta {
  readonly metadata: {
    readonly uid: string;
    readonly name: string;
    readonly namespace: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
}

interface Port {
  readonly name?: string;
  readonly containerPort: number;
}

interface Pod extends Meta {
  readonly spec: {
    readonly hostNetwork?: boolean;
    readonly containers: readonly { readonly ports?: readonly Port[] }[];
  };
  readonly status?: { readonly phase?: string; readonly podIPs?: readonly { readonly ip: string }[] };
}

interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
    readonly values?: readonly string[];
  }[];
}

interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}

interface PolicyPort {
  readonly protocol?: string;
  readonly port?: number | string;
  readonly endPort?: number;
}

interface Rule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports?: readonly PolicyPort[];
}

interface Policy extends Meta {
  readonly spec: {
    readonly podSelector: Selector;
    readonly policyTypes?: readonly string[];
    readonly ingress?: readonly Rule[];
    readonly egress?: readonly Rule[];
  };
}

const [, , pki = '', server = ''] = process.argv;
const tls = {
  ca: readFileSync(join(pki, 'ca.crt')),
  cert: readFileSync(join(pki, 'admin.crt')),
  key: readFileSync(join(pki, 'admin.key')),
};
const pods = new Map<string, Pod>();
const namespaces = new Map<string, Meta>();
const policies = new Map<string, Policy>();
const APPLY_AFTER_MS = 30;
const WATCH_AGAIN_MS = 500;
/** Marks a packet that the part of a block outside its exceptions has matched. */
const MARK = '0x40/0x40';

let timer: NodeJS.Timeout | null = null;
function applySoon(): void {
  timer ??= setTimeout(() => {
    timer = null;
    apply();
  }, APPLY_AFTER_MS);
}

function watch<Kind extends Meta>(path: string, known: Map<string, Kind>): void {
  known.clear();
  const again = (): void =>
    void setTimeout(() => {
      watch(path, known);
    }, WATCH_AGAIN_MS);
  request(new URL(`${path}?watch=1`, server), tls, (answer) => {
    let text = '';
    answer.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        const { type, object } = JSON.parse(line) as { type: string; object: Kind };
        if (type === 'DELETED') known.delete(object.metadata.uid);
        else if (type !== 'ERROR') known.set(object.metadata.uid, object);
      }
      applySoon();
    });
    answer.on('close', again);
  })
    .on('error', again)
    .end();
}

function matches(selector: Selector | undefined, labels: Readonly<Record<string, string>> = {}): boolean {
  if (selector === undefined) return false;
  const pairs = Object.entries(selector.matchLabels ?? {});
  return (
    pairs.every(([key, value]) => labels[key] === value) &&
    (selector.matchExpressions ?? []).every(({ key, operator, values = [] }) => {
      const value = labels[key];
      const isIn = value !== undefined && values.includes(value);
      return { In: isIn, NotIn: !isIn, Exists: value !== undefined, DoesNotExist: value === undefined }[
        operator
      ];
    })
  );
}

function addressesOf({ spec, status }: Pod): string[] {
  if (spec.hostNetwork === true || ['Succeeded', 'Failed'].includes(status?.phase ?? '')) return [];
  return (status?.podIPs ?? []).map(({ ip }) => ip);
}

function peersOf(
  peers: readonly Peer[] | undefined,
  namespace: string,
): { cidr: string; except: readonly string[] }[] {
  if (peers === undefined || peers.length === 0) return [{ cidr: '0.0.0.0/0', except: [] }];
  return peers.flatMap(({ ipBlock, namespaceSelector, podSelector }) => {
    if (ipBlock !== undefined)
      return ipBlock.cidr.includes(':') ? [] : [{ cidr: ipBlock.cidr, except: ipBlock.except ?? [] }];
    const chosen = [...pods.values()].filter((pod) => {
      const own = [...namespaces.values()].find(({ metadata }) => metadata.name === pod.metadata.namespace);
      const isThere =
        namespaceSelector === undefined
          ? pod.metadata.namespace === namespace
          : matches(namespaceSelector, own?.metadata.labels);
      return isThere && (podSelector === undefined || matches(podSelector, pod.metadata.labels));
    });
    return chosen.flatMap((pod) => addressesOf(pod).map((cidr) => ({ cidr, except: [] })));
  });
}

/** Returns the arguments of iptables for the ports of a rule. A name is a port of the pod that is called. */
function portsOf(ports: readonly PolicyPort[] | undefined, pod: Pod): string[] {
  if (ports === undefined || ports.length === 0) return [''];
  return ports.flatMap(({ protocol = 'TCP', port, endPort }) => {
    const named = pod.spec.containers.flatMap(({ ports: own = [] }) =>
      own.filter(({ name }) => name === port),
    );
    const numbers =
      typeof port === 'string'
        ? [...new Set(named.map(({ containerPort }) => String(containerPort)))]
        : [
            port === undefined
              ? ''
              : endPort === undefined
                ? String(port)
                : `${String(port)}:${String(endPort)}`,
          ];
    return numbers.map(
      (number) => `-p ${protocol.toLowerCase()}${number === '' ? '' : ` --dport ${number}`}`,
    );
  });
}

const DIRECTIONS = [
  { type: 'Egress', letter: 'E', own: '-s', other: '-d' },
  { type: 'Ingress', letter: 'I', own: '-d', other: '-s' },
] as const;

function apply(): void {
  const chains: { name: string; rules: string[] }[] = [];
  const main = ['-A CTX-POLICY -m conntrack --ctstate ESTABLISHED,RELATED -j RETURN'];
  let count = 0;
  for (const pod of pods.values())
    for (const ip of addressesOf(pod))
      for (const { type, letter, own, other } of DIRECTIONS) {
        const chosen = [...policies.values()].filter(
          ({ metadata, spec }) =>
            metadata.namespace === pod.metadata.namespace &&
            matches(spec.podSelector, pod.metadata.labels) &&
            (spec.policyTypes ?? ['Ingress']).includes(type),
        );
        if (chosen.length === 0) continue;
        const chain = `CTX-${letter}-${String((count += 1))}`;
        main.push(`-A CTX-POLICY ${own} ${ip} -j ${chain}`);
        const rules: string[] = [];
        for (const { metadata, spec } of chosen)
          for (const rule of (type === 'Ingress' ? spec.ingress : spec.egress) ?? [])
            for (const { cidr, except } of peersOf(rule.from ?? rule.to, metadata.namespace))
              for (const port of portsOf(rule.ports, pod)) {
                const allow = `-A ${chain} ${other} ${cidr} ${port}`;
                if (except.length === 0) {
                  rules.push(`${allow} -j RETURN`);
                  continue;
                }
                const part = `CTX-X-${String((count += 1))}`;
                const exceptions = except.map((each) => `-A ${part} ${other} ${each} -j RETURN`);
                chains.push({ name: part, rules: [...exceptions, `-A ${part} -j MARK --set-xmark ${MARK}`] });
                rules.push(`${allow} -j ${part}`, `-A ${chain} -m mark --mark ${MARK} -j RETURN`);
              }
        chains.push({ name: chain, rules: [...rules, `-A ${chain} -j DROP`] });
      }
  restore(main, chains);
}

function restore(main: readonly string[], chains: readonly { name: string; rules: string[] }[]): void {
  const saved = spawnSync('iptables-save', ['-t', 'filter']).stdout.toString();
  const names = new Set(chains.map(({ name }) => name));
  const stale = [...saved.matchAll(/^:(CTX-[EIX]-\d+) /gm)]
    .map(([, name = '']) => name)
    .filter((name) => !names.has(name));
  const text = [
    '*filter',
    ...['CTX-POLICY', ...names, ...stale].map((name) => `:${name} - [0:0]`),
    ...main,
    ...chains.flatMap(({ rules }) => rules),
    ...stale.map((name) => `-X ${name}`),
    'COMMIT',
    '',
  ].join('\n');
  const { status, stderr } = spawnSync('iptables-restore', ['--noflush'], { input: text });
  if (status !== 0) process.stderr.write(`${stderr.toString()}\n${text}\n`);
  for (const hook of ['FORWARD', 'INPUT'])
    if (spawnSync('iptables', ['-C', hook, '-j', 'CTX-POLICY']).status !== 0)
      spawnSync('iptables', ['-I', hook, '1', '-j', 'CTX-POLICY']);
  process.stdout.write(
    `${new Date().toISOString()} ${String(pods.size)} pods, ${String(policies.size)} policies, ${String(chains.length)} chains\n`,
  );
}

watch('/api/v1/pods', pods);
watch('/api/v1/namespaces', namespaces);
watch('/apis/networking.k8s.io/v1/networkpolicies', policies);
