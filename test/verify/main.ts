/** `npm run verifier`: writes verify/verify_dossier.py from the modules of the verifier. */
import { writeFileSync } from 'node:fs';
import { SINGLE_FILE, singleFile } from './single-file.ts';

writeFileSync(SINGLE_FILE, singleFile());
