/** The formats that can be read. The docs, the command line and the page "Add a file" list this table. */
import type { Format } from './format.ts';
import { BINANCE_STATEMENT } from './formats/binance-statement.ts';
import { BINANCE_TRADES } from './formats/binance-trades.ts';
import { BITFINEX_LEDGER } from './formats/bitfinex-ledger.ts';
import { BITFINEX_MOVEMENTS } from './formats/bitfinex-movements.ts';
import { BITFINEX_TRADES } from './formats/bitfinex-trades.ts';
import { BITPANDA } from './formats/bitpanda.ts';
import { BITSTAMP } from './formats/bitstamp.ts';
import { BITVAVO } from './formats/bitvavo.ts';
import { BLOCKPIT } from './formats/blockpit.ts';
import { BYBIT_FUNDING } from './formats/bybit-funding.ts';
import { BYBIT_TRADES } from './formats/bybit-trades.ts';
import { BYBIT_UNIFIED } from './formats/bybit-unified.ts';
import { COINBASE } from './formats/coinbase.ts';
import { COINBASE_PRO_ACCOUNT } from './formats/coinbase-pro-account.ts';
import { COINBASE_PRO_FILLS } from './formats/coinbase-pro-fills.ts';
import { COINTRACKING } from './formats/cointracking.ts';
import { CRYPTO_COM_APP } from './formats/crypto-com-app.ts';
import { ELECTRUM } from './formats/electrum.ts';
import { ETHERSCAN_INTERNAL } from './formats/etherscan-internal.ts';
import { ETHERSCAN_NFTS } from './formats/etherscan-nfts.ts';
import { ETHERSCAN_TOKENS } from './formats/etherscan-tokens.ts';
import { ETHERSCAN_TRANSACTIONS } from './formats/etherscan-transactions.ts';
import { ETORO } from './formats/etoro.ts';
import { GATE } from './formats/gate.ts';
import { GEMINI } from './formats/gemini.ts';
import { KOINLY } from './formats/koinly.ts';
import { KOINLY_BULK_EDIT } from './formats/koinly-bulk-edit.ts';
import { KOINLY_EXPORT } from './formats/koinly-export.ts';
import { KOINLY_SIMPLE } from './formats/koinly-simple.ts';
import { KOINLY_TRADES } from './formats/koinly-trades.ts';
import { KRAKEN_LEDGERS } from './formats/kraken-ledgers.ts';
import { KRAKEN_TRADES } from './formats/kraken-trades.ts';
import { KUCOIN_CONVERSIONS } from './formats/kucoin-conversions.ts';
import { KUCOIN_EARNINGS } from './formats/kucoin-earnings.ts';
import { KUCOIN_FILLS } from './formats/kucoin-fills.ts';
import { KUCOIN_DEPOSITS, KUCOIN_WITHDRAWALS } from './formats/kucoin-transfers.ts';
import { LEDGER_LIVE } from './formats/ledger-live.ts';
import { MEXC_ORDERS, MEXC_TRADES } from './formats/mexc-trades.ts';
import { MEXC_DEPOSITS, MEXC_WITHDRAWALS } from './formats/mexc-transfers.ts';
import { NEXO } from './formats/nexo.ts';
import { OKX_BILLS, OKX_FILLS } from './formats/okx-older.ts';
import { OKX_FUNDING } from './formats/okx-funding.ts';
import { OKX_TRADING } from './formats/okx-trading.ts';
import { REVOLUT } from './formats/revolut.ts';
import { SOLSCAN } from './formats/solscan.ts';
import { SPARROW } from './formats/sparrow.ts';
import { SWISSBORG } from './formats/swissborg.ts';
import { TREZOR_SUITE } from './formats/trezor-suite.ts';

export const FORMATS: readonly Format[] = [
  BINANCE_STATEMENT,
  BINANCE_TRADES,
  BITFINEX_LEDGER,
  BITFINEX_MOVEMENTS,
  BITFINEX_TRADES,
  BITPANDA,
  BITSTAMP,
  BITVAVO,
  BLOCKPIT,
  BYBIT_FUNDING,
  BYBIT_TRADES,
  BYBIT_UNIFIED,
  COINBASE,
  COINBASE_PRO_ACCOUNT,
  COINBASE_PRO_FILLS,
  COINTRACKING,
  CRYPTO_COM_APP,
  ELECTRUM,
  ETHERSCAN_INTERNAL,
  ETHERSCAN_NFTS,
  ETHERSCAN_TOKENS,
  ETHERSCAN_TRANSACTIONS,
  ETORO,
  GATE,
  GEMINI,
  KOINLY,
  KOINLY_BULK_EDIT,
  KOINLY_EXPORT,
  KOINLY_SIMPLE,
  KOINLY_TRADES,
  KRAKEN_LEDGERS,
  KRAKEN_TRADES,
  KUCOIN_CONVERSIONS,
  KUCOIN_DEPOSITS,
  KUCOIN_EARNINGS,
  KUCOIN_FILLS,
  KUCOIN_WITHDRAWALS,
  LEDGER_LIVE,
  MEXC_DEPOSITS,
  MEXC_ORDERS,
  MEXC_TRADES,
  MEXC_WITHDRAWALS,
  NEXO,
  OKX_BILLS,
  OKX_FILLS,
  OKX_FUNDING,
  OKX_TRADING,
  REVOLUT,
  SOLSCAN,
  SPARROW,
  SWISSBORG,
  TREZOR_SUITE,
];
