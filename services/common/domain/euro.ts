/** The asset key of the euro: its price is always 1, and it is always fiat. */
export const EUR_ASSET_KEY = 'EUR';
