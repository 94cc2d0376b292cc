/** Addresses and paths of the cluster. They exist in its own network only, which has no way out. */
import { join } from 'node:path';
import { environmentOfPackages } from '../../../../deploy/stack/debian-packages.ts';
import type { Parts } from '../parts/paths.ts';

export const NODES = [1, 2] as const;
export type NodeNumber = (typeof NODES)[number];

/** The first node's address, where the control plane and PostgreSQL listen (RFC 5737). */
export const CONTROL_PLANE = '192.0.2.10';
export const nodeAddress = (node: NodeNumber): string => `192.0.2.${String(9 + node)}`;
/** Pods and services (RFC 2544). */
export const PODS = '198.18.0.0/16';
export const podsOf = (node: NodeNumber): string => `198.18.${String(node)}.0/24`;
export const SERVICES = '198.19.0.0/16';
export const FIRST_SERVICE = '198.19.0.1';
export const DNS = '198.19.0.10';
export const API_PORT = 6443;
export const SERVER = `https://${CONTROL_PLANE}:${String(API_PORT)}`;
export const socketOf = (node: NodeNumber): string => `/run/containerd${String(node)}.sock`;

/** Folders of a running cluster. */
export const stateOf = ({ folder }: Parts): string => join(folder, 'run');
export const logsOf = ({ folder }: Parts): string => join(folder, 'log');
export const pkiOf = (parts: Parts): string => join(stateOf(parts), 'pki');
/** Exists once all nodes are ready. */
export const readyFileOf = (parts: Parts): string => join(stateOf(parts), 'ready');

/** Returns the environment in which the programs of the parts are found. */
export function environmentOf(parts: Parts): NodeJS.ProcessEnv {
  const { programs, system } = parts;
  const environment = environmentOfPackages(system);
  return {
    ...environment,
    PATH: `${programs}:${environment['PATH'] ?? ''}`,
    XTABLES_LIBDIR: join(system, 'usr/lib/x86_64-linux-gnu/xtables'),
    KUBECONFIG: join(pkiOf(parts), 'admin.conf'),
    CONTAINERD_ADDRESS: socketOf(1),
  };
}
