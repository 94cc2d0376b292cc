/** All suites, in the order in which they run. */
import { CITUS_SUITE } from './citus/suite.ts';
import { CLUSTER_SUITE } from './cluster/suite.ts';
import { POOLER_SUITE } from './databases/suite.ts';
import { FAULTS_SUITE } from './faults/suite.ts';
import { REPLICA_SUITE } from './replica/suite.ts';
import { ROLLING_SUITE } from './rolling/suite.ts';
import type { Suite } from './suite.ts';

export const SUITES: readonly Suite[] = [
  FAULTS_SUITE,
  ROLLING_SUITE,
  REPLICA_SUITE,
  POOLER_SUITE,
  CITUS_SUITE,
  CLUSTER_SUITE,
];
