/** Levels of users, highest first: the rows of private.levels. Written by `npm run db:types`. */
export const levelRows = [
  { level: "Central", rank: 30, scope: [] },
  { level: "Regional", rank: 20, scope: ["region_name"] },
  { level: "Provincial", rank: 10, scope: ["region_name", "province_name"] },
] as const;
