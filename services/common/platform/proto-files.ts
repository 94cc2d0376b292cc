/** The `.proto` files, for what needs them at run time. */
import { fileURLToPath } from 'node:url';
import { loadSync, type PackageDefinition } from '@grpc/proto-loader';

const PROTO_ROOT = fileURLToPath(new URL('../../../proto/', import.meta.url));

/** Loads files below `proto/ctx/v1`. */
export function loadProtoFiles(files: readonly string[]): PackageDefinition {
  return loadSync(
    files.map((file) => `ctx/v1/${file}`),
    { includeDirs: [PROTO_ROOT] },
  );
}
