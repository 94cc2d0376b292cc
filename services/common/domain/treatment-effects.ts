/** What each treatment does to tax, in one line for people and models (engine.md §2). */
import type { Treatment } from './vocabulary.ts';

/** The effect on tax of each treatment. The engine's own table is `services/common/domain/treatments.ts`. */
// prettier-ignore
export const TREATMENT_EFFECTS: Readonly<Record<Treatment, string>> = {
  BRIDGE_DEPOSIT: 'Leaves for a bridge: no gain; cost and date move to the matched arrival, or wait until there is one.',
  BRIDGE_WITHDRAW: 'Arrives from a bridge: keeps cost and date of the matched departure; unmatched it is a new lot at its EUR value, with an issue.',
  CONTINUITY_DEPOSIT: 'Leaves for a protocol that gives it back: no gain; cost and date move to the matched arrival, or wait until there is one.',
  CONTINUITY_UNWRAP: 'Is unwrapped into the original asset: no gain; cost and date carry over to the matched leg.',
  CONTINUITY_WITHDRAW: 'Comes back from a protocol: keeps cost and date of the matched departure; unmatched it is a new lot at its EUR value, with an issue.',
  CONTINUITY_WRAP: 'Is wrapped into another form of the same asset: no gain; cost and date carry over to the matched leg.',
  DONATION: 'Given to charity: uses up lots, realises no gain and no deductible loss.',
  GIFT_GIVEN: 'Given away to a person who lives in Belgium: uses up lots, realises no gain and no deductible loss.',
  GIFT_RECEIVED: 'Received as a gift: a new lot at the cost of the giver, which the user sets as the EUR value; 0 with an issue until then.',
  GIFT_TO_NON_RESIDENT: 'Given to a person who does not live in Belgium: counts as a sale at its EUR value from 2026 on; before, like GIFT_GIVEN.',
  IGNORED: 'Changes nothing: the event counts as if it were not there.',
  LOST: 'Lost: uses up lots, realises no gain and no deductible loss.',
  NFT_BUY: 'Bought as an NFT: a new lot at its EUR value.',
  NORMAL: 'Counts as its type: a purchase is a new lot at its EUR value, a sale realises proceeds less basis, income is taxed at its EUR value.',
  OFFRAMP: 'Sold for money: realises proceeds less basis.',
  PERSONAL_SPEND: 'Spent on goods or services: counts as a sale and realises its EUR value less basis.',
  STAKE_BEACON: 'Locked for staking: no gain; cost and date wait for the return, and units beyond the deposit are income.',
  STOLEN: 'Stolen: uses up lots, realises no gain and no deductible loss.',
  TRANSFER_OUT_AMBIGUOUS: 'Sent out with several possible counterparts: counts as a sale until the user matches or classifies it.',
  TRANSFER_OUT_OWN_WALLET: 'Sent to a wallet of the user: no gain; cost and date move to the matched arrival, or wait until there is one.',
  TRANSFER_OUT_UNRESOLVED: 'Sent to an unknown address: counts as a sale until the user matches or classifies it.',
  UNCLASSIFIED: 'Not classified: counts like NORMAL.',
};
