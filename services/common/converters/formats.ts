/** The formats that can be read. The docs, the command line and the page "Add a file" list this table. */
import type { Format } from './format.ts';
import { KRAKEN_LEDGERS } from './formats/kraken-ledgers.ts';
import { BITVAVO } from './formats/bitvavo.ts';

export const FORMATS: readonly Format[] = [BITVAVO, KRAKEN_LEDGERS];
