/** Asset keys that may be names of one asset: the spellings that platforms give to staked, wrapped and listed units. */

/** What a platform adds to a symbol. The first group is the symbol without it. */
const ADDITIONS: readonly RegExp[] = [
  // Kraken: staked, opt-in, bonded, flexible and parachain units, such as ETH.S and DOT28.S.
  /^(.*[^\d.])\d*\.[a-z]$/u,
  // Binance: units in flexible savings, such as LDBTC.
  /^ld(.+)$/u,
  // Liquid staking, such as stETH.
  /^st(.+)$/u,
  // Kraken's classes of crypto (X) and money (Z), and wrapped tokens (W).
  /^[xzw](.+)$/u,
  // A second version, such as ETH2 and LUNA2.
  /^(.+)2$/u,
  // A Z that was taken for Kraken's class of money, such as XT of XTZ.
  /^(.+)z$/u,
];

/** Returns whether one of two asset keys is the other one with an addition. Letter case does not count. */
export function areNamesakes(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a !== b && (isWithAddition(a, b) || isWithAddition(b, a));
}

function isWithAddition(longer: string, shorter: string): boolean {
  return ADDITIONS.some((addition) => addition.exec(longer)?.[1] === shorter);
}
