/** What each part of the system is for, and what to do when it does not work, for the administrators who are told. */
import type { Part } from "#shared/contracts/health.ts";

export interface PartWords {
  label: string;
  holds: string;
  remedy: string;
  /** For a part that the system works without: its state in words when it fails. */
  spare?: string;
}

export const partWords: Readonly<Record<Part["part"], PartWords>> = {
  database: {
    label: "Database",
    holds: "Every record, account and log entry.",
    remedy:
      "Nothing can be read or saved until it answers. On the server, look first at the room on its disk, then at the database's log.",
  },
  migrations: {
    label: "Structure of the database",
    holds: "Whether it is as new as the functions that use it.",
    remedy:
      "An upgrade is half done. Apply what is missing: start the service again, or on Supabase run npm run db:push.",
  },
  storage: {
    label: "Stored files",
    holds: "Photos and attachments.",
    remedy:
      "Photos and attachments can be neither opened nor uploaded. On one server, check that the folder of the stored files exists and belongs to the service; on Supabase, look at Storage in its dashboard.",
  },
  disk: {
    label: "Disk",
    holds: "Room for records and files.",
    remedy:
      "If it is full, make room before anything else: on a full disk the database stops, and nothing is saved. If a folder is missing, check that its disk is mounted.",
  },
  functions: {
    label: "Functions",
    holds: "Charts, and the choices of dropdowns.",
    remedy:
      "Charts or dropdowns stay empty. On one server, a function that hangs starts again by itself within half a minute; if it does not, restart the service. On Supabase, deploy the functions again.",
  },
  auth: {
    label: "Sign-in",
    holds: "Passwords and sessions.",
    remedy:
      "Whoever is signed in can go on for up to an hour; nobody else gets in. Restart the service, or look at Auth in Supabase's dashboard.",
  },
  figures: {
    label: "Figures",
    holds: "Whether the numbers on dashboards agree with the rows, office by office.",
    remedy:
      "Rows were probably written while the database's triggers were off, for example by restoring a single table. Run npm run figures:check, then npm run figures:check -- --mend outside office hours: nobody can save while it runs.",
    spare: "do not agree",
  },
  replica: {
    label: "Read replica",
    holds: "Answers what is read for lists, charts and exports.",
    remedy:
      "Nobody has to wait: the main database answers meanwhile. Check that the replica is running and up to date; make another one if it was promoted.",
    spare: "left out",
  },
};
