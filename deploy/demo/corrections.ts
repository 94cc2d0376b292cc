/** What the demo taxpayer has corrected, and what an assistant corrected for them: requests of the service's own operations. */
import { REFERRAL } from './chapters.ts';

/** A request to the REST API. Fields of `events` get the id of the current year's event with a `referenceId`. */
export interface Correction {
  readonly path: '/overrides' | '/rules' | '/transfer-matches';
  readonly events: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The taxpayer's own corrections, oldest first. */
export const CORRECTIONS: readonly Correction[] = [
  {
    path: '/overrides',
    events: { taxEventId: 'WD-BTC-2' },
    fields: { overriddenTreatment: 'TRANSFER_OUT_OWN_WALLET' },
  },
  {
    path: '/transfer-matches',
    events: {
      outTaxEventId: 'WD-BTC-2',
      inTaxEventId: 'a1f4b7c9d2',
    },
    fields: { transferKind: 'SELF_TRANSFER', notes: 'To my hardware wallet.' },
  },
  {
    path: '/rules',
    events: {},
    fields: {
      action: 'MARK_INCOME',
      label: 'Referral bonuses are income',
      matchType: 'DESCRIPTION',
      matchValue: REFERRAL,
      direction: 'INBOUND',
    },
  },
  {
    path: '/overrides',
    events: { taxEventId: 'DEPOSIT-76' },
    fields: {
      overriddenTreatment: 'NORMAL',
      overriddenEuroValue: 96.5,
      notes: 'Bought at a machine in Ghent; I kept the receipt.',
    },
  },
];

/** The name of the app that the taxpayer has allowed to write. */
export const ASSISTANT = 'Tax assistant';

/** The app's only correction, a call of the tool `apply_override`. */
export const ASSISTANT_CORRECTION: Correction = {
  path: '/overrides',
  events: { taxEventId: '0xdrop0001' },
  fields: { overriddenType: 'INCOME', notes: 'A claimed reward is income when it is received.' },
};
