/** French names of the formats of files, and where to download each. The converters have the English ones. */
import type { FormatTexts } from './format-types.ts';

export const frFormats: FormatTexts = {
  'binance-statement': {
    title: 'Binance : relevé de toutes les transactions',
    download:
      'Sur le site, en anglais : Wallet, Transaction History, Export, tous les comptes, toutes les opérations. Choisissez UTC comme fuseau horaire et gardez le nom du fichier.',
  },
  'binance-trades': {
    title: 'Binance : historique des échanges au comptant',
    download:
      'Sur le site, en anglais : Orders, Spot Order, Trade History, Export. Choisissez UTC comme fuseau horaire et gardez le nom du fichier.',
  },
  'bitfinex-ledger': {
    title: 'Bitfinex : grand livre',
    download:
      'Sur le site : Reports, Ledgers, toutes les devises, tous les portefeuilles, toute la période, Export, CSV.',
  },
  'bitfinex-movements': {
    title: 'Bitfinex : dépôts et retraits',
    download: 'Sur le site : Reports, Movements, toute la période, Export, CSV.',
  },
  'bitfinex-trades': {
    title: 'Bitfinex : échanges',
    download: 'Sur le site : Reports, Trades, toute la période, Export, CSV.',
  },
  bitpanda: {
    title: 'Bitpanda : historique des transactions',
    download: 'Sur le site : History, Export as CSV.',
  },
  bitstamp: {
    title: 'Bitstamp : transactions',
    download: 'Sur le site : Transactions, Export, toute la période, CSV (RFC 4180).',
  },
  bitvavo: {
    title: 'Bitvavo : historique des transactions',
    download: 'Sur le site : votre nom, Transaction history, Export, toute la période, CSV.',
  },
  blockpit: {
    title: 'Blockpit : modèle et export de transactions',
    download:
      'Sur le site : Transactions, Export, CSV ; ou son modèle à remplir soi-même, enregistré en CSV UTF-8.',
  },
  'bybit-funding': {
    title: 'Bybit : compte de financement',
    download: 'Sur le site : Assets, Funding, History, Export, toute la période (un an au plus par fichier).',
  },
  'bybit-trades': {
    title: 'Bybit : historique des échanges au comptant',
    download:
      'Sur le site : Orders, Spot Order, Trade History, Export. Le fichier du compte de trading unifié est préférable.',
  },
  'bybit-unified': {
    title: 'Bybit : compte de trading unifié',
    download:
      'Sur le site : Orders, Unified Trading Order, Transaction Log, Export, toute la période (un an au plus par fichier).',
  },
  'coinbase-pro-account': {
    title: 'Coinbase Pro : relevé de compte',
    download:
      'Sur le site de Coinbase : votre profil, Reports, Coinbase Pro, Account, tous les portefeuilles, CSV.',
  },
  'coinbase-pro-fills': {
    title: 'Coinbase Pro : ordres exécutés',
    download: 'Sur le site de Coinbase : votre profil, Reports, Coinbase Pro, Fills, tous les produits, CSV.',
  },
  coinbase: {
    title: 'Coinbase : historique des transactions',
    download:
      'Sur le site : votre profil, Statements (ou Reports), « Transaction history », tous les actifs, toute la période, CSV.',
  },
  cointracking: {
    title: 'CoinTracking : tableau des transactions',
    download:
      'Sur le site, en anglais ou en allemand : Transactions (auparavant : Enter Coins), l’export du tableau, CSV.',
  },
  'crypto-com-app': {
    title: 'Crypto.com App : portefeuille crypto et portefeuille en euros',
    download:
      'Dans l’application : Accounts, l’horloge en haut, l’icône d’export, « Crypto wallet », toute la période.',
  },
  electrum: {
    title: 'Electrum : historique',
    download: 'Dans le programme : l’onglet History, Export history, CSV.',
  },
  'etherscan-internal': {
    title: 'Etherscan et sites apparentés : transactions internes',
    download:
      'Sur la page de votre adresse chez Etherscan, BscScan, Polygonscan, Arbiscan, Basescan, Snowtrace ou un site apparenté : Internal Transactions, Download: CSV Export.',
  },
  'etherscan-nfts': {
    title: 'Etherscan et sites apparentés : NFT',
    download:
      'Sur la page de votre adresse chez Etherscan, BscScan, Polygonscan, Arbiscan, Basescan, Snowtrace ou un site apparenté : NFT Transfers, Download: CSV Export.',
  },
  'etherscan-tokens': {
    title: 'Etherscan et sites apparentés : jetons (ERC-20)',
    download:
      'Sur la page de votre adresse chez Etherscan, BscScan, Polygonscan, Arbiscan, Basescan, Snowtrace ou un site apparenté : Token Transfers (ERC-20), Download: CSV Export. Gardez le nom du fichier : il contient votre adresse.',
  },
  'etherscan-transactions': {
    title: 'Etherscan et sites apparentés : transactions',
    download:
      'Sur la page de votre adresse chez Etherscan, BscScan, Polygonscan, Arbiscan, Basescan, Snowtrace ou un site apparenté : Transactions, Download: CSV Export.',
  },
  etoro: {
    title: 'eToro : activité du compte',
    download:
      'Sur le site : Portfolio, History, Account statement, XLSX. Le classeur est lu tel quel : seule compte la feuille « Account Activity ».',
  },
  gate: {
    title: 'Gate : détail du compte',
    download:
      'Sur le site : Wallet, Fund history (Billing details), compte au comptant, toute la période, Download.',
  },
  gemini: {
    title: 'Gemini : historique des transactions',
    download:
      'Sur le site : Account, Statements, Transaction history, tous les actifs, toute la période, XLSX. Le classeur est lu tel quel.',
  },
  'koinly-bulk-edit': {
    title: 'Koinly : transactions à modifier ensemble',
    download:
      'Sur le site : Transactions, le menu, « Bulk edit in Excel », Export ; enregistré en CSV UTF-8.',
  },
  'koinly-export': {
    title: 'Koinly : export de transactions',
    download: 'Sur le site : Tax Reports, « Transaction history » de chaque année, CSV.',
  },
  'koinly-simple': {
    title: 'Koinly : modèle simple',
    download:
      'Le fichier que d’autres programmes écrivent pour Koinly, ou que vous avez rempli : un CSV avec les colonnes « Koinly Date », « Amount » et « Currency ».',
  },
  'koinly-trades': {
    title: 'Koinly : modèle d’échanges',
    download:
      'Le fichier que d’autres programmes écrivent pour Koinly, ou que vous avez rempli : un CSV avec les colonnes « Koinly Date », « Pair », « Side », « Amount » et « Total ».',
  },
  koinly: {
    title: 'Koinly : modèle universel',
    download:
      'Le fichier que d’autres programmes écrivent pour Koinly, ou que vous avez rempli : un CSV avec les colonnes du modèle universel.',
  },
  'kraken-ledgers': {
    title: 'Kraken : grand livre (ledgers)',
    download:
      'Sur le site : History, Export, « Ledgers », tous les actifs, tous les types, toute la période, CSV. Ne décompressez rien : le zip est lu aussi.',
  },
  'kraken-trades': {
    title: 'Kraken : échanges (trades)',
    download:
      'Sur le site : History, Export, « Trades », toute la période, CSV. Le grand livre (ledgers) est préférable : il contient tout.',
  },
  'kucoin-conversions': {
    title: 'KuCoin : conversions',
    download: 'Sur le site : Assets, l’archive sous Download Center, son fichier Convert orders.',
  },
  'kucoin-deposits': {
    title: 'KuCoin : dépôts',
    download: 'Sur le site : Assets, l’archive sous Download Center, son fichier des dépôts (deposits).',
  },
  'kucoin-earnings': {
    title: 'KuCoin : revenus',
    download: 'Sur le site : Assets, l’archive sous Download Center, son fichier Earn profit history.',
  },
  'kucoin-fills': {
    title: 'KuCoin : ordres au comptant exécutés',
    download:
      'Sur le site : Orders, Spot Orders, Trade History, Export ; ou l’archive sous Download Center, son fichier des ordres exécutés.',
  },
  'kucoin-withdrawals': {
    title: 'KuCoin : retraits',
    download: 'Sur le site : Assets, l’archive sous Download Center, son fichier des retraits (withdrawals).',
  },
  'ledger-live': {
    title: 'Ledger Live : opérations',
    download: 'Dans l’application : Accounts, le menu, « Export operation history », tous les comptes.',
  },
  'mexc-deposits': {
    title: 'MEXC : dépôts',
    download: 'Sur le site : Wallets, Funding history, Deposits, Export, toute la période.',
  },
  'mexc-orders': {
    title: 'MEXC : ordres au comptant',
    download:
      'Sur le site : Orders, Spot Orders, Order History, Export. L’historique des échanges (Trade History) est préférable : il contient les frais.',
  },
  'mexc-trades': {
    title: 'MEXC : échanges au comptant',
    download: 'Sur le site : Orders, Spot Orders, Trade History, Export, toute la période.',
  },
  'mexc-withdrawals': {
    title: 'MEXC : retraits',
    download: 'Sur le site : Wallets, Funding history, Withdrawals, Export, toute la période.',
  },
  nexo: {
    title: 'Nexo : transactions',
    download: 'Sur le site : Transactions, Export, toute la période, CSV.',
  },
  'okx-bills': {
    title: 'OKX : opérations du compte au comptant d’OKEx',
    download: 'Le fichier qu’OKEx proposait jusqu’en 2021 : Assets, Bills, Spot account, Export.',
  },
  'okx-fills': {
    title: 'OKX : ordres au comptant exécutés d’OKEx',
    download: 'Le fichier qu’OKEx proposait jusqu’en 2021 : Orders, Spot, Fills, Export.',
  },
  'okx-funding': {
    title: 'OKX : compte de financement',
    download:
      'Sur le site : Assets, Order center (ou Statements), « Funding account », toute la période, UTC, CSV.',
  },
  'okx-trading': {
    title: 'OKX : compte de trading',
    download:
      'Sur le site : Assets, Order center (ou Statements), « Trading account », toute la période, UTC, CSV.',
  },
  revolut: {
    title: 'Revolut : relevé crypto',
    download:
      'Dans l’application, en anglais : Crypto, les trois points, Documents, « Account statement », CSV.',
  },
  solscan: {
    title: 'Solscan : transferts',
    download: 'Sur la page de votre adresse : Transfers, Export CSV, toute la période.',
  },
  sparrow: {
    title: 'Sparrow : transactions',
    download: 'Dans le programme : l’onglet Transactions, l’icône « Export transactions as CSV ».',
  },
  swissborg: {
    title: 'SwissBorg : relevé de compte',
    download:
      'Dans l’application : votre profil, Account statements, toute la période, en euros, XLSX. Le classeur est lu tel quel.',
  },
  'trezor-suite': {
    title: 'Trezor Suite : transactions',
    download:
      'Dans l’application : un compte, Transactions, l’icône d’export, CSV. Une fois pour chaque compte, avec l’euro comme devise.',
  },
};
