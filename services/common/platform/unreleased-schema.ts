/** Databases of versions before 1.0.0, the first release. Their migrations are not those of a release, and none leads from them to one. */

/** The first migration of every version before 1.0.0. */
export const UNRELEASED_MIGRATION = '0001_roles-and-identity';

/** What to do with such a database, in one sentence. */
export const UNRELEASED_ADVICE =
  'this database was created by a version before 1.0.0 and cannot be migrated: with that version, save the facts of each user ' +
  '(ctx user export), then start with an empty database, locally by deleting the folder of the data (DATA_DIR, .data by default), ' +
  'and import the facts (ctx import); corrections are to be made again';
