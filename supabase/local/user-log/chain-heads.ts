/**
 * Heads of the hash chains of the user log (90_log.sql): the last link of each chain. A log that was rewritten as a
 * whole can have consistent chains. A comparison with a copy of the heads on another machine reveals that the log was
 * rewritten.
 */
import type { Database, Statements } from "#shared/server/sql/sql.ts";
import { logProblems } from "../backup/proof.ts";
import { StackError } from "../common/stack-error.ts";

interface Head {
  lane: number;
  /** Number of links in the hash chain. */
  sequence: number;
  /** Hash of the last link, in hexadecimal. */
  hash: string;
}

/** The heads of all hash chains of the user log at one moment. */
export interface ChainHeads {
  /** Time at which the heads of the hash chains were read (ISO 8601). */
  at: string;
  /** Number of log entries. */
  entries: number;
  heads: Head[];
}

/** Reads the heads of all hash chains of the user log that have links. */
export async function readHeads(sql: Database): Promise<ChainHeads> {
  return sql.begin(
    async (tx) => {
      const heads = await tx<{ lane: number; sequence: string; hash: string }[]>`
        select lane, sequence, encode(hash, 'hex') as hash from private.log_lanes where sequence > 0 order by lane`;
      const [counted] = await tx<{ n: string }[]>`select count(*) as n from private.user_log`;
      return {
        at: new Date().toISOString(),
        entries: Number(counted?.n),
        heads: heads.map((head) => ({ ...head, sequence: Number(head.sequence) })),
      };
    },
    { mode: "isolation level repeatable read read only" },
  );
}

/**
 * Reads a file of chain heads: one line per day, as printed by `npm run log:heads`.
 * @throws StackError when the file is empty, or when a line is not the output of `npm run log:heads`.
 */
export function parseHeads(text: string): ChainHeads[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) throw new StackError("The file has no heads.");
  return lines.map((line, at) => {
    const read = parseLine(line);
    if (!read) throw new StackError(`Line ${at + 1} is not a line of npm run log:heads.`);
    return read;
  });
}

function parseLine(line: string): ChainHeads | null {
  try {
    const read = JSON.parse(line) as ChainHeads;
    const isHead = ({ lane, sequence, hash }: Head) =>
      Number.isInteger(lane) && Number.isInteger(sequence) && /^[0-9a-f]{64}$/.test(hash);
    return typeof read.at === "string" && Array.isArray(read.heads) && read.heads.every(isHead) ? read : null;
  } catch {
    return null;
  }
}

/**
 * Checks that the user log still contains all given heads of its hash chains, and that the log agrees with its chains.
 * @returns A message per problem.
 */
export async function checkHeads(sql: Statements, kept: readonly ChainHeads[]): Promise<string[]> {
  const all = kept.flatMap(({ at, heads }) => heads.map((head) => ({ at, ...head })));
  const lost = await sql<{ at: string; lane: number; sequence: string; altered: boolean }[]>`
    select h.at, h.lane, h.sequence, k.hash is not null as altered
    from jsonb_to_recordset(${JSON.stringify(all)}::text::jsonb) h (at text, lane smallint, sequence bigint, hash text)
    left join private.log_links k on k.lane = h.lane and k.sequence = h.sequence
    where encode(k.hash, 'hex') is distinct from h.hash order by h.at, h.lane`;
  const messages = lost.map(({ at, lane, sequence, altered }) =>
    altered
      ? `chain ${lane}, link ${sequence} of ${at}: the log has another link in its place, so it was rewritten`
      : `chain ${lane}, link ${sequence} of ${at}: the log does not have it, so entries are missing`,
  );
  return [...messages, ...((await logProblems(sql)) ?? [])];
}
