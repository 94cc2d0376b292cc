/** The faults of reliability.md, "Faults", that this harness causes, in order. */
import { CALL_FAULTS } from './calls.ts';
import { CLOCK_FAULTS } from './clock.ts';
import { CORRECTIONS_FAULTS } from './corrections.ts';
import { DISK_FAULTS } from './disk.ts';
import { EVENT_FAULTS } from './events.ts';
import { MESSAGE_FAULTS } from './messages.ts';
import { NATS_FAULTS } from './nats.ts';
import { ORDER_FAULTS } from './order.ts';
import { POSTGRES_FAULTS } from './postgres.ts';
import { PROCESS_FAULTS } from './processes.ts';
import { RECALC_FAULTS } from './recalc.ts';
import { SESSION_FAULTS } from './sessions.ts';
import type { Fault } from '../round.ts';

export const FAULTS: readonly Fault[] = [
  ...CORRECTIONS_FAULTS,
  ...RECALC_FAULTS,
  ...PROCESS_FAULTS,
  ...POSTGRES_FAULTS,
  ...SESSION_FAULTS,
  ...NATS_FAULTS,
  ...MESSAGE_FAULTS,
  ...ORDER_FAULTS,
  ...CALL_FAULTS,
  ...CLOCK_FAULTS,
  ...DISK_FAULTS,
  ...EVENT_FAULTS,
];
