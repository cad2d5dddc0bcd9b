/** Functions and settings that every benchmark case gets. */
import type { Database } from "./statements.ts";

export interface Bench {
  origin: string;
  database: Database;
  databaseUrl: string;
  runs: number;
  /** Size of the generated data: 1 for the national data set, or 10 for ten times as many rows. */
  scale: number;
  /** Password of all demo users. */
  password: string;
  /** Returns the access token of a demo user. */
  token(username: string): Promise<string>;
  /** Prints a line of details that the result does not contain. */
  detail(line: string): void;
}
