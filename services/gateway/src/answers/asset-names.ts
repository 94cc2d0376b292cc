/** Lets requests name an asset by its symbol or name, and says which keys are near where none is meant. */
import type { OperationId } from '@ctx/contract/operations';
import type { FieldError } from '@ctx/domain/rejections';
import type { FindAssetRequest, FoundAsset } from '@ctx/proto/gen/ctx/v1/read';
import { OperationRejection } from '../http/rejection-of-status.ts';
import type { OperationCall } from './operation-handler.ts';

/** A field that names an asset. */
interface AssetField {
  readonly field: string;
  /** The contract fixes the answer to a name that is no key: only tools at the address of a toolset look further. */
  readonly byToolsetOnly: boolean;
  /** The asset must be held now. */
  readonly held: boolean;
  /** It is one asset, and not a filter, which takes all assets of a symbol. */
  readonly single: boolean;
}

/** Every field of a read or preview that names an asset. Corrections take keys, since they may bring a new one. */
const FIELDS: Partial<Record<OperationId, AssetField>> = {
  listTransactions: { field: 'asset', byToolsetOnly: true, held: false, single: false },
  listContributions: { field: 'asset', byToolsetOnly: false, held: false, single: false },
  listLots: { field: 'holdingId', byToolsetOnly: true, held: true, single: true },
  previewSale: { field: 'assetKey', byToolsetOnly: false, held: false, single: true },
};

/** Returns the input of an operation with the key of the asset that it names. */
export type AssetNames = (
  operation: OperationId,
  call: OperationCall,
  input: Readonly<Record<string, unknown>>,
  by: 'CONTRACT' | 'TOOLSET',
) => Promise<Readonly<Record<string, unknown>>>;

/** Makes the step that finds assets by their names, with the rpc of the read service. It rejects a name that means none, or several. */
export function assetNames(
  findAsset: (call: OperationCall, request: FindAssetRequest) => Promise<FoundAsset>,
): AssetNames {
  return async (operation, call, input, by) => {
    const row = FIELDS[operation];
    const name = row === undefined ? undefined : input[row.field];
    if (row === undefined || typeof name !== 'string' || (row.byToolsetOnly && by === 'CONTRACT'))
      return input;
    const { field, held, single } = row;
    const { match, assetKeys } = await findAsset(call, { name, held, single });
    // REST answers as before to a name that means no asset, or several: only a tool learns the nearest keys.
    if (by === 'CONTRACT' && (match === 'NONE' || assetKeys.length !== 1)) return input;
    if (match === 'NONE')
      throw new OperationRejection({
        rejected: single ? 'NOT_FOUND' : 'INVALID',
        fieldErrors: [unknownAsset(field, assetKeys, held)],
      });
    // A filter takes every asset of a key in any letter case, and of a symbol.
    if (!single && match !== 'NAME') return input;
    const [assetKey, ...others] = assetKeys;
    if (assetKey === undefined || others.length > 0)
      throw new OperationRejection({ rejected: 'INVALID', fieldErrors: [severalAssets(field, assetKeys)] });
    return { ...input, [field]: assetKey };
  };
}

function unknownAsset(field: string, nearest: readonly string[], held: boolean): FieldError {
  const whose = held ? 'your holdings' : 'your transactions';
  const keys = listOf(nearest);
  const hint = keys === '' ? '' : `; the nearest keys are ${keys}`;
  return { field, message: `is neither key, symbol nor name of an asset in ${whose}${hint}` };
}

function severalAssets(field: string, candidates: readonly string[]): FieldError {
  const keys = listOf(candidates);
  const hint = keys === '' ? '' : `, which are ${keys}`;
  return { field, message: `may mean several of your assets: pass one of their keys${hint}` };
}

// A key is text from outside. One that could carry a sentence to a model is left out of an error.
const PLAIN_KEY = /^[\w.:/$@-]{1,80}$/;

function listOf(keys: readonly string[]): string {
  return keys.filter((key) => PLAIN_KEY.test(key)).join(', ');
}
