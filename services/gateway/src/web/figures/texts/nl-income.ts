/** Dutch texts of the income of a year, by month and by asset. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enIncome } from './en-income.ts';

export const nlIncome: WithTexts<typeof enIncome> = {
  yearIncome: {
    title: 'Inkomsten',
    byMonth: 'Inkomsten per maand',
    byAsset: 'Inkomsten per activum',
    asset: 'Activum',
    total: 'Inkomsten van het jaar',
    others: '{count} andere activa',
    noKinds:
      'De transacties vermelden niet of inkomsten van staking, een airdrop of rente komen; daarom staan ze per activum.',
    tooMany: 'Meer dan {max} transacties brengen in dit jaar inkomsten op, te veel om hier op te tellen.',
  },
};
