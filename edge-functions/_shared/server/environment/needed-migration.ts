/** Newest migration that this release needs. Written by `npm run db:release`. */
export const neededMigration = "20261127091430";
