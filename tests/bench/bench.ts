/** What every case of the bench is given. */
import type { Database } from "./statements.ts";

export interface Bench {
  origin: string;
  database: Database;
  databaseUrl: string;
  runs: number;
  /** How many times the data of national size there is. */
  scale: number;
  /** Of all demo users. */
  password: string;
  /** The access token of a demo user. */
  token(username: string): Promise<string>;
  /** Says more than the result holds. */
  detail(line: string): void;
}
