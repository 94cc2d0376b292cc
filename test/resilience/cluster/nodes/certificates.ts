/** The cluster's certificates: one authority, and a name (CN) and group (O) for each client. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Parts } from '../parts/paths.ts';
import {
  CONTROL_PLANE,
  FIRST_SERVICE,
  type NodeNumber,
  nodeAddress,
  NODES,
  pkiOf,
  SERVER,
} from './addresses.ts';

const DAYS = '30';
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** Makes the authority and the certificates of the control plane and the nodes. */
export function makeCertificates(parts: Parts): void {
  const pki = pkiOf(parts);
  rmSync(pki, { recursive: true, force: true });
  mkdirSync(pki, { recursive: true });
  openssl(
    'req',
    '-x509',
    ...KEY,
    '-days',
    DAYS,
    '-subj',
    '/CN=cluster',
    '-keyout',
    join(pki, 'ca.key'),
    '-out',
    join(pki, 'ca.crt'),
  );
  openssl('genrsa', '-out', join(pki, 'accounts.key'), '2048');
  const names = ['kubernetes', 'kubernetes.default', 'kubernetes.default.svc', 'localhost'];
  const addresses = ['127.0.0.1', CONTROL_PLANE, FIRST_SERVICE];
  sign(pki, 'apiserver', '/CN=kube-apiserver', [
    ...names.map((name) => `DNS:${name}`),
    ...addresses.map((address) => `IP:${address}`),
  ]);
  for (const [name, subject] of [
    ['admin', '/O=system:masters/CN=admin'],
    ['controller-manager', '/CN=system:kube-controller-manager'],
    ['scheduler', '/CN=system:kube-scheduler'],
    ['proxy', '/CN=system:kube-proxy'],
    ['dns', '/O=system:masters/CN=dns'],
  ] as const) {
    sign(pki, name, subject);
    writeConfig(pki, name);
  }
  for (const node of NODES) makeNode(pki, node);
}

function makeNode(pki: string, node: NodeNumber): void {
  const name = `kubelet${String(node)}`;
  const host = `node${String(node)}`;
  sign(pki, name, `/O=system:nodes/CN=system:node:${host}`, [`DNS:${host}`, `IP:${nodeAddress(node)}`]);
  writeConfig(pki, name);
}

/** Makes a key and a certificate of the cluster's authority, as `<name>.key` and `<name>.crt`. */
export function sign(pki: string, name: string, subject: string, names: readonly string[] = []): void {
  const path = (ending: string): string => join(pki, `${name}.${ending}`);
  openssl('req', ...KEY, '-subj', subject, '-keyout', path('key'), '-out', path('csr'));
  const extensions = [
    'extendedKeyUsage=serverAuth,clientAuth',
    ...(names.length > 0 ? [`subjectAltName=${names.join(',')}`] : []),
  ];
  writeFileSync(path('ext'), extensions.join('\n'));
  const authority = ['-CA', join(pki, 'ca.crt'), '-CAkey', join(pki, 'ca.key'), '-CAcreateserial'];
  openssl(
    'x509',
    '-req',
    '-in',
    path('csr'),
    ...authority,
    '-days',
    DAYS,
    '-out',
    path('crt'),
    '-extfile',
    path('ext'),
  );
}

function writeConfig(pki: string, name: string): void {
  const path = (ending: string): string => join(pki, `${name}.${ending}`);
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster: { server: SERVER, 'certificate-authority': join(pki, 'ca.crt') } }],
    users: [{ name: 'u', user: { 'client-certificate': path('crt'), 'client-key': path('key') } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  };
  // JSON is YAML.
  writeFileSync(path('conf'), JSON.stringify(config));
}

function openssl(...args: string[]): void {
  execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
