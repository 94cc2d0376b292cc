/** Facts of a user in which every text of a source is hostile. */
import { accented, fitting, long, type PlantedText, short } from './hostile.ts';

const SYMBOL = 32;
const PROTOCOL = 64;
const OTHER = 500;

/** The hostile texts by place. The name of the place is also part of the text. */
export const PLANTED = {
  label: long('label', OTHER),
  datasource: short('datasource'),
  address: accented('address', OTHER),
  connectionStatus: short('connectionStatus'),
  lastSyncError: long('lastSyncError', OTHER),
  originalFilename: accented('originalFilename', OTHER),
  provider: short('provider'),
  sourcePlatform: fitting('sourcePlatform', OTHER),
  symbol: long('symbol', SYMBOL),
  accentedSymbol: accented('accentedSymbol', SYMBOL),
  fittingSymbol: fitting('fittingSymbol', SYMBOL),
  assetName: long('assetName', OTHER),
  assetChain: long('assetChain', OTHER),
  description: long('description', OTHER),
  fittingDescription: fitting('fittingDescription', OTHER),
  correctedDescription: accented('correctedDescription', OTHER),
  protocol: long('protocol', PROTOCOL),
  fittingProtocol: fitting('fittingProtocol', PROTOCOL),
  loanProtocol: accented('loanProtocol', PROTOCOL),
  priceSource: long('priceSource', OTHER),
  flag: long('flag', OTHER),
  correctedFlag: short('correctedFlag'),
  link: { raw: 'https://example.org/link\u202e\u{e0041}', shown: 'https://example.org/link' },
  referenceId: short('referenceId'),
  noteId: short('noteId'),
  attachmentId: short('attachmentId'),
  filename: long('filename', OTHER),
  contentType: short('contentType'),
  documentType: short('documentType'),
  documentTypeLabel: short('documentTypeLabel'),
  chainName: long('chainName', OTHER),
  contractAddress: accented('contractAddress', OTHER),
  positionProtocol: long('positionProtocol', PROTOCOL),
  positionType: short('positionType'),
  metadataName: short('metadataName'),
  metadataValue: long('metadataValue', OTHER),
  positionError: long('positionError', OTHER),
  depositedSymbol: accented('depositedSymbol', SYMBOL),
  underlyingSymbol: long('underlyingSymbol', SYMBOL),
} as const satisfies Record<string, PlantedText>;

/** An asset key is never cleaned and never capped: 256 characters, with combining accents and characters of two UTF-16 units. */
export const ASSET_KEY = `KEY-e\u0301-${'😀'.repeat(249)}`;
/** A note by the importing user, far longer than any cap. */
export const NOTE = `note 👨\u200d👩\u200d👧 \u202eabc\u202c ${'x'.repeat(700)}`;

/** A place where a source can put a text. */
export type Place = keyof typeof PLANTED;
type Texts = Readonly<Record<Place, PlantedText>>;

function assetOf(texts: Texts): object {
  return {
    key: ASSET_KEY,
    symbol: texts.symbol.raw,
    name: texts.assetName.raw,
    chain: texts.assetChain.raw,
  };
}

function eventLine(asset: object, referenceId: string, type: string, at: string, more: object = {}): object {
  return {
    kind: 'event',
    account: 'wallet',
    referenceId,
    type,
    amount: '1',
    timestamp: `2026-${at}T10:00:00Z`,
    euroValue: '100',
    asset,
    needsReview: true,
    ...more,
  };
}

const noted = { account: 'wallet', type: 'DISPOSITION', assetKey: ASSET_KEY };
const times = { createdAt: '2026-04-01T00:00:00Z', updatedAt: '2026-04-01T00:00:00Z' };
const underlying = (assetSymbol: string): object[] => [{ assetKey: ASSET_KEY, assetSymbol, amount: '1' }];

/** Returns a file of facts with each text in its place. */
export function factsWith(texts: Texts): readonly object[] {
  const raw = (place: Place): string => texts[place].raw;
  const asset = assetOf(texts);
  return [
    {
      kind: 'account',
      ref: 'wallet',
      accountKind: 'wallet',
      datasource: raw('datasource'),
      chainId: 1,
      address: raw('address'),
      label: raw('label'),
      lastSyncError: raw('lastSyncError'),
      connectionStatus: raw('connectionStatus'),
      provider: raw('provider'),
    },
    {
      kind: 'account',
      ref: 'file',
      accountKind: 'file',
      datasource: 'CSV',
      originalFilename: raw('originalFilename'),
      sourcePlatform: raw('sourcePlatform'),
    },
    eventLine(asset, 'BUY', 'ACQUISITION', '01-10', {
      amount: '5',
      description: raw('description'),
      protocol: raw('protocol'),
      link: raw('link'),
      priceSource: raw('priceSource'),
      flags: [raw('flag')],
    }),
    eventLine(asset, raw('referenceId'), 'DISPOSITION', '03-10', {
      description: raw('fittingDescription'),
      protocol: raw('fittingProtocol'),
    }),
    eventLine(asset, 'CORRECTED', 'DISPOSITION', '03-11', {
      treatment: 'UNCLASSIFIED',
      description: raw('correctedDescription'),
      flags: [raw('correctedFlag')],
    }),
    eventLine(asset, 'SENT', 'DISPOSITION', '04-10', {
      treatment: 'TRANSFER_OUT_UNRESOLVED',
      counterpartyAddress: raw('address'),
    }),
    eventLine(asset, 'RECEIVED', 'ACQUISITION', '04-11', { treatment: 'CONTINUITY_WITHDRAW' }),
    eventLine(asset, 'LOAN', 'ACQUISITION', '05-10', {
      isLoan: true,
      protocol: raw('loanProtocol'),
      asset: { key: 'LOAN', symbol: raw('accentedSymbol') },
    }),
    eventLine(asset, 'REPAID', 'DISPOSITION', '05-20', {
      isRepayment: true,
      asset: { key: 'LOAN', symbol: raw('fittingSymbol') },
    }),
    { kind: 'note', ...noted, referenceId: raw('referenceId'), id: raw('noteId'), note: NOTE, ...times },
    {
      kind: 'attachment',
      ...noted,
      referenceId: raw('referenceId'),
      id: raw('attachmentId'),
      filename: raw('filename'),
      contentType: raw('contentType'),
      documentType: raw('documentType'),
      documentTypeLabel: raw('documentTypeLabel'),
      byteSize: 1,
      createdAt: times.createdAt,
    },
    {
      kind: 'position',
      positionId: '22222222-2222-4222-8222-222222222222',
      chainId: 1,
      chainName: raw('chainName'),
      contractAddress: raw('contractAddress'),
      type: raw('positionType'),
      protocol: raw('positionProtocol'),
      error: raw('positionError'),
      entryTimestamp: times.createdAt,
      metadata: { [raw('metadataName')]: raw('metadataValue'), nested: { deep: raw('label') } },
      depositedAssets: underlying(raw('depositedSymbol')),
      underlyingAssets: underlying(raw('underlyingSymbol')),
    },
  ];
}

export const FACTS = factsWith(PLANTED);
