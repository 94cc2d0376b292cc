/** Starts etcd, the API server, the controllers and the scheduler. */
import { join } from 'node:path';
import type { Parts } from '../parts/paths.ts';
import { API_PORT, CONTROL_PLANE, pkiOf, PODS, SERVICES, stateOf } from './addresses.ts';
import { start, untilSucceeds } from './start.ts';

const READY_MS_MAX = 90_000;
const ETCD = 'http://127.0.0.1:2379';
const ETCD_PEERS = 'http://127.0.0.1:2380';

/** Starts the control plane and waits until its API server is ready. */
export async function startControlPlane(parts: Parts): Promise<void> {
  const pki = (file: string): string => join(pkiOf(parts), file);
  start(parts, 'etcd', 'etcd', [
    '--data-dir',
    join(stateOf(parts), 'etcd'),
    '--unsafe-no-fsync',
    '--listen-client-urls',
    ETCD,
    '--advertise-client-urls',
    ETCD,
    '--listen-peer-urls',
    ETCD_PEERS,
  ]);
  const server = start(parts, 'apiserver', 'kube-apiserver', [
    '--etcd-servers',
    ETCD,
    '--bind-address',
    '0.0.0.0',
    '--advertise-address',
    CONTROL_PLANE,
    '--secure-port',
    String(API_PORT),
    '--tls-cert-file',
    pki('apiserver.crt'),
    '--tls-private-key-file',
    pki('apiserver.key'),
    '--client-ca-file',
    pki('ca.crt'),
    '--kubelet-client-certificate',
    pki('admin.crt'),
    '--kubelet-client-key',
    pki('admin.key'),
    '--kubelet-preferred-address-types',
    'InternalIP',
    '--service-account-issuer',
    'https://kubernetes.default.svc',
    '--service-account-key-file',
    pki('accounts.key'),
    '--service-account-signing-key-file',
    pki('accounts.key'),
    '--service-cluster-ip-range',
    SERVICES,
    '--authorization-mode',
    'Node,RBAC',
    '--enable-admission-plugins',
    'NodeRestriction',
    '--allow-privileged=true',
  ]);
  await untilSucceeds('kubectl', ['get', '--raw', '/readyz'], READY_MS_MAX, server);
  start(parts, 'controller-manager', 'kube-controller-manager', [
    '--kubeconfig',
    pki('controller-manager.conf'),
    '--root-ca-file',
    pki('ca.crt'),
    '--service-account-private-key-file',
    pki('accounts.key'),
    '--cluster-signing-cert-file',
    pki('ca.crt'),
    '--cluster-signing-key-file',
    pki('ca.key'),
    '--use-service-account-credentials',
    '--allocate-node-cidrs',
    '--leader-elect=false',
    '--cluster-cidr',
    PODS,
    '--service-cluster-ip-range',
    SERVICES,
    // Looks more often than by default, so that a test sees an autoscaler act.
    '--horizontal-pod-autoscaler-sync-period',
    '10s',
  ]);
  start(parts, 'scheduler', 'kube-scheduler', [
    '--kubeconfig',
    pki('scheduler.conf'),
    '--leader-elect=false',
  ]);
}
