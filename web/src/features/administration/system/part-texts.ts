/** Texts for administrators about each part of the system: its purpose, and what to do if it fails. */
import type { Part } from "#shared/contracts/health.ts";

export interface PartTexts {
  label: string;
  holds: string;
  remedy: string;
  /** Short text for the failed state; set only for optional parts. */
  optionalState?: string;
}

export const partTexts: Readonly<Record<Part["part"], PartTexts>> = {
  database: {
    label: "Database",
    holds: "All records, accounts and log entries.",
    remedy:
      "Nothing can be read or saved until the database responds. On the server, check the free disk space first, then the log of the database.",
  },
  migrations: {
    label: "Structure of the database",
    holds: "Checks that the database structure matches the version of the functions.",
    remedy:
      "An upgrade is incomplete. Apply the missing migrations: restart the service, or on Supabase run npm run db:push.",
  },
  storage: {
    label: "Stored files",
    holds: "Photos and attachments.",
    remedy:
      "Photos and attachments cannot be opened or uploaded. On a single server, check that the folder of the stored files exists and belongs to the service; on Supabase, check Storage in the dashboard.",
  },
  disk: {
    label: "Disk",
    holds: "Space for records and files.",
    remedy:
      "If the disk is full, free space first: the database stops on a full disk, and nothing is saved. If a folder is missing, check that its disk is mounted.",
  },
  functions: {
    label: "Functions",
    holds: "Charts and dropdown lists.",
    remedy:
      "Charts or dropdowns stay empty. On a single server, a function that hangs restarts by itself within 30 seconds; if it does not, restart the service. On Supabase, deploy the functions again.",
  },
  auth: {
    label: "Sign-in",
    holds: "Passwords and sessions.",
    remedy:
      "Users who are signed in can continue for up to an hour. No one else can sign in. Restart the service, or check Auth in the Supabase dashboard.",
  },
  figures: {
    label: "Figures",
    holds: "Checks that the numbers on dashboards match the rows of each office.",
    remedy:
      "Rows were probably written while the database's triggers were off, for example by restoring a single table. The figures of these offices have been computed again. To compare all offices now, run npm run figures:check.",
    optionalState: "did not agree",
  },
  replica: {
    label: "Read replica",
    holds: "Serves lists, charts and exports.",
    remedy:
      "Users are not affected: the main database is used meanwhile. Check that the replica is running and up to date; create a new one if it was promoted.",
    optionalState: "not in use",
  },
};
