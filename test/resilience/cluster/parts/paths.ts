/** Where the parts of a cluster are. */

/** Paths of the parts. */
export interface Parts {
  /** Holds all of them, and the state of a running cluster. */
  readonly folder: string;
  /** Folder of kube-apiserver, kubelet, kubectl, etcd and the other programs built from Go modules. */
  readonly programs: string;
  /** Root of the unpacked Debian packages: containerd, runc, CNI plugins, iptables, Prometheus. */
  readonly system: string;
  /** Folder of tar files that containerd imports. */
  readonly images: string;
}

/** Something that this machine lacks. The message says what to do. */
export class MissingParts extends Error {}
