/** The pages of files that a person adds. */
import { PATHS } from '../../ui/paths.ts';
import type { Route } from '../visit/route.ts';
import { describeColumns } from './columns-page.ts';
import {
  addFile,
  addSeveralFiles,
  confirmRemoveFile,
  keepDuplicates,
  previewFile,
  removeFile,
  showFile,
  showFiles,
} from './file-pages.ts';

const PRO = { for: 'signed-in', counts: true, proSection: 'settings' } as const;

export const FILES_ROUTES: readonly Route[] = [
  {
    path: PATHS.files,
    ...PRO,
    receives: 'files',
    get: showFiles,
    post: previewFile,
  },
  { path: `${PATHS.files}/columns`, ...PRO, receives: 'returned-file', post: describeColumns },
  { path: `${PATHS.files}/add`, ...PRO, receives: 'returned-file', post: addFile },
  { path: `${PATHS.files}/add-several`, ...PRO, receives: 'returned-file', post: addSeveralFiles },
  { path: `${PATHS.files}/:id`, ...PRO, get: showFile },
  { path: `${PATHS.files}/duplicates/:id/keep`, ...PRO, post: keepDuplicates },
  { path: `${PATHS.files}/:id/remove`, ...PRO, get: confirmRemoveFile, post: removeFile },
];
