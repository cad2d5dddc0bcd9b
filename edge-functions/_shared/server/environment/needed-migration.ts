/** The newest migration of this release. Written by `npm run db:release`. */
export const neededMigration = "20261130164302";
