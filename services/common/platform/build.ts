/** The release that this process runs. */
import manifest from './package.json' with { type: 'json' };

/** The version of the product. */
export const VERSION = manifest.version;
