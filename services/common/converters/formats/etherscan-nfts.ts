/** Etherscan and its siblings, transfers of NFTs (ERC-721 and ERC-1155): each is left out and counted. */
import type { Format } from '../format.ts';
import { DOWNLOAD, ETHERSCAN, TRAPS, withoutUnit } from './etherscan-files.ts';

export const ETHERSCAN_NFTS: Format = {
  id: 'etherscan-nfts',
  title: 'Etherscan and its siblings: NFTs',
  platform: ETHERSCAN,
  guide: {
    download: `${DOWNLOAD}NFT Transfers, Download: CSV Export.`,
    read: 'nothing: NFTs are named and left out',
    traps: [...TRAPS, 'What an NFT cost or brought in is in the other files, as a departure or an arrival.'],
  },
  headers: [
    ['transaction hash', 'from', 'to', 'contractaddress', 'tokenname', 'tokensymbol', 'token id'],
    ['transaction hash', 'from', 'to', 'contractaddress', 'tokenname', 'tokensymbol', 'tokenid'],
  ],
  canonical: withoutUnit,
  read(rows, booking) {
    booking.leaveOut(rows, 'NOT_CRYPTO', 'transfer of an NFT');
  },
};
