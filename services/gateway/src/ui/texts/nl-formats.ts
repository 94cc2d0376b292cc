/** Dutch names of the formats of files, and where to download each. The converters have the English ones. */
import type { FormatTexts } from './format-types.ts';

export const nlFormats: FormatTexts = {
  'binance-statement': {
    title: 'Binance: overzicht van alle transacties',
    download:
      'Op de website, in het Engels: Wallet, Transaction History, Export, alle rekeningen, alle verrichtingen. Kies UTC als tijdzone, en behoud de naam van het bestand.',
  },
  'binance-trades': {
    title: 'Binance: spothandel',
    download:
      'Op de website, in het Engels: Orders, Spot Order, Trade History, Export. Kies UTC als tijdzone, en behoud de naam van het bestand.',
  },
  'bitfinex-ledger': {
    title: 'Bitfinex: grootboek',
    download: 'Op de website: Reports, Ledgers, alle munten, alle wallets, de hele periode, Export, CSV.',
  },
  'bitfinex-movements': {
    title: 'Bitfinex: stortingen en opnames',
    download: 'Op de website: Reports, Movements, de hele periode, Export, CSV.',
  },
  'bitfinex-trades': {
    title: 'Bitfinex: handel',
    download: 'Op de website: Reports, Trades, de hele periode, Export, CSV.',
  },
  bitpanda: {
    title: 'Bitpanda: transactiegeschiedenis',
    download: 'Op de website: History, Export as CSV.',
  },
  bitstamp: {
    title: 'Bitstamp: transacties',
    download: 'Op de website: Transactions, Export, de hele periode, CSV (RFC 4180).',
  },
  bitvavo: {
    title: 'Bitvavo: transactiegeschiedenis',
    download: 'Op de website: uw naam, Transaction history, Export, de hele periode, CSV.',
  },
  blockpit: {
    title: 'Blockpit: sjabloon en export van transacties',
    download:
      'Op de website: Transactions, Export, CSV; of het sjabloon om zelf in te vullen, bewaard als CSV in UTF-8.',
  },
  'bybit-funding': {
    title: 'Bybit: fundingrekening',
    download:
      'Op de website: Assets, Funding, History, Export, de hele periode (hoogstens een jaar per bestand).',
  },
  'bybit-trades': {
    title: 'Bybit: spothandel',
    download:
      'Op de website: Orders, Spot Order, Trade History, Export. Het bestand van de unified trading account is de betere keuze.',
  },
  'bybit-unified': {
    title: 'Bybit: unified trading account',
    download:
      'Op de website: Orders, Unified Trading Order, Transaction Log, Export, de hele periode (hoogstens een jaar per bestand).',
  },
  'coinbase-pro-account': {
    title: 'Coinbase Pro: rekeningoverzicht',
    download:
      'Op de website van Coinbase: uw profiel, Reports, Coinbase Pro, Account, alle portefeuilles, CSV.',
  },
  'coinbase-pro-fills': {
    title: 'Coinbase Pro: uitgevoerde orders',
    download: 'Op de website van Coinbase: uw profiel, Reports, Coinbase Pro, Fills, alle producten, CSV.',
  },
  coinbase: {
    title: 'Coinbase: transactiegeschiedenis',
    download:
      'Op de website: uw profiel, Statements (of Reports), “Transaction history”, alle activa, de hele periode, CSV.',
  },
  cointracking: {
    title: 'CoinTracking: tabel van transacties',
    download:
      'Op de website, in het Engels of het Duits: Transactions (vroeger: Enter Coins), de export van de tabel, CSV.',
  },
  'crypto-com-app': {
    title: 'Crypto.com App: cryptowallet en eurowallet',
    download:
      'In de app: Accounts, het klokje bovenaan, het pictogram om te exporteren, “Crypto wallet”, de hele periode.',
  },
  electrum: {
    title: 'Electrum: geschiedenis',
    download: 'In het programma: het tabblad History, Export history, CSV.',
  },
  'etherscan-internal': {
    title: 'Etherscan en verwante sites: interne transacties',
    download:
      'Op de pagina van uw adres bij Etherscan, BscScan, Polygonscan, Arbiscan, Basescan, Snowtrace of een verwante site: Internal Transactions, Download: CSV Export.',
  },
  'etherscan-nfts': {
    title: 'Etherscan en verwante sites: NFT’s',
    download:
      'Op de pagina van uw adres bij Etherscan, BscScan, Polygonscan, Arbiscan, Basescan, Snowtrace of een verwante site: NFT Transfers, Download: CSV Export.',
  },
  'etherscan-tokens': {
    title: 'Etherscan en verwante sites: tokens (ERC-20)',
    download:
      'Op de pagina van uw adres bij Etherscan, BscScan, Polygonscan, Arbiscan, Basescan, Snowtrace of een verwante site: Token Transfers (ERC-20), Download: CSV Export. Behoud de naam van het bestand: uw adres staat erin.',
  },
  'etherscan-transactions': {
    title: 'Etherscan en verwante sites: transacties',
    download:
      'Op de pagina van uw adres bij Etherscan, BscScan, Polygonscan, Arbiscan, Basescan, Snowtrace of een verwante site: Transactions, Download: CSV Export.',
  },
  etoro: {
    title: 'eToro: rekeningactiviteit',
    download:
      'Op de website: Portfolio, History, Account statement, XLSX. De werkmap wordt gelezen zoals ze is: het blad “Account Activity” telt.',
  },
  gate: {
    title: 'Gate: details van de rekening',
    download:
      'Op de website: Wallet, Fund history (Billing details), spotrekening, de hele periode, Download.',
  },
  gemini: {
    title: 'Gemini: transactiegeschiedenis',
    download:
      'Op de website: Account, Statements, Transaction history, alle activa, de hele periode, XLSX. De werkmap wordt gelezen zoals ze is.',
  },
  'koinly-bulk-edit': {
    title: 'Koinly: transacties om samen te bewerken',
    download:
      'Op de website: Transactions, het menu, “Bulk edit in Excel”, Export; bewaard als CSV in UTF-8.',
  },
  'koinly-export': {
    title: 'Koinly: export van transacties',
    download: 'Op de website: Tax Reports, “Transaction history” van elk jaar, CSV.',
  },
  'koinly-simple': {
    title: 'Koinly: eenvoudig sjabloon',
    download:
      'Het bestand dat andere programma’s voor Koinly schrijven, of dat u zelf invulde: CSV met de kolommen “Koinly Date”, “Amount” en “Currency”.',
  },
  'koinly-trades': {
    title: 'Koinly: sjabloon voor handel',
    download:
      'Het bestand dat andere programma’s voor Koinly schrijven, of dat u zelf invulde: CSV met de kolommen “Koinly Date”, “Pair”, “Side”, “Amount” en “Total”.',
  },
  koinly: {
    title: 'Koinly: universeel sjabloon',
    download:
      'Het bestand dat andere programma’s voor Koinly schrijven, of dat u zelf invulde: CSV met de kolommen van het universele sjabloon.',
  },
  'kraken-ledgers': {
    title: 'Kraken: grootboek (ledgers)',
    download:
      'Op de website: History, Export, “Ledgers”, alle activa, alle types, de hele periode, CSV. Pak niets uit: de zip wordt ook gelezen.',
  },
  'kraken-trades': {
    title: 'Kraken: handel (trades)',
    download:
      'Op de website: History, Export, “Trades”, de hele periode, CSV. De ledgers zijn de betere keuze: daar staat alles in.',
  },
  'kucoin-conversions': {
    title: 'KuCoin: omwisselingen',
    download:
      'Op de website: Assets, het pakket onder Download Center, daarin het bestand van Convert orders.',
  },
  'kucoin-deposits': {
    title: 'KuCoin: stortingen',
    download:
      'Op de website: Assets, het pakket onder Download Center, daarin het bestand van de stortingen (deposits).',
  },
  'kucoin-earnings': {
    title: 'KuCoin: opbrengsten',
    download:
      'Op de website: Assets, het pakket onder Download Center, daarin het bestand van Earn profit history.',
  },
  'kucoin-fills': {
    title: 'KuCoin: uitgevoerde spotorders',
    download:
      'Op de website: Orders, Spot Orders, Trade History, Export; of het pakket onder Download Center, daarin het bestand van de uitgevoerde orders.',
  },
  'kucoin-withdrawals': {
    title: 'KuCoin: opnames',
    download:
      'Op de website: Assets, het pakket onder Download Center, daarin het bestand van de opnames (withdrawals).',
  },
  'ledger-live': {
    title: 'Ledger Live: verrichtingen',
    download: 'In de app: Accounts, het menu, “Export operation history”, alle rekeningen.',
  },
  'mexc-deposits': {
    title: 'MEXC: stortingen',
    download: 'Op de website: Wallets, Funding history, Deposits, Export, de hele periode.',
  },
  'mexc-orders': {
    title: 'MEXC: spotorders',
    download:
      'Op de website: Orders, Spot Orders, Order History, Export. De handel (Trade History) is de betere keuze: daar staan de kosten in.',
  },
  'mexc-trades': {
    title: 'MEXC: spothandel',
    download: 'Op de website: Orders, Spot Orders, Trade History, Export, de hele periode.',
  },
  'mexc-withdrawals': {
    title: 'MEXC: opnames',
    download: 'Op de website: Wallets, Funding history, Withdrawals, Export, de hele periode.',
  },
  nexo: {
    title: 'Nexo: transacties',
    download: 'Op de website: Transactions, Export, de hele periode, CSV.',
  },
  'okx-bills': {
    title: 'OKX: verrichtingen van de spotrekening van OKEx',
    download: 'Het bestand dat OKEx tot 2021 aanbood: Assets, Bills, Spot account, Export.',
  },
  'okx-fills': {
    title: 'OKX: uitgevoerde spotorders van OKEx',
    download: 'Het bestand dat OKEx tot 2021 aanbood: Orders, Spot, Fills, Export.',
  },
  'okx-funding': {
    title: 'OKX: fundingrekening',
    download:
      'Op de website: Assets, Order center (of Statements), “Funding account”, de hele periode, UTC, CSV.',
  },
  'okx-trading': {
    title: 'OKX: handelsrekening',
    download:
      'Op de website: Assets, Order center (of Statements), “Trading account”, de hele periode, UTC, CSV.',
  },
  revolut: {
    title: 'Revolut: overzicht van crypto',
    download: 'In de app, in het Engels: Crypto, de drie puntjes, Documents, “Account statement”, CSV.',
  },
  solscan: {
    title: 'Solscan: overschrijvingen',
    download: 'Op de pagina van uw adres: Transfers, Export CSV, de hele periode.',
  },
  sparrow: {
    title: 'Sparrow: transacties',
    download: 'In het programma: het tabblad Transactions, het pictogram “Export transactions as CSV”.',
  },
  swissborg: {
    title: 'SwissBorg: rekeningoverzicht',
    download:
      'In de app: uw profiel, Account statements, de hele periode, in euro, XLSX. De werkmap wordt gelezen zoals ze is.',
  },
  'trezor-suite': {
    title: 'Trezor Suite: transacties',
    download:
      'In de app: een rekening, Transactions, het pictogram om te exporteren, CSV. Eén keer voor elke rekening, met de euro als munt.',
  },
};
