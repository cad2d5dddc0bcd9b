/**
 * A streaming replica of an embedded Postgres. The server's files are copied while it runs (pg_backup_start,
 * pg_backup_stop). The copy then replays the primary's write-ahead log.
 */
import type { ChildProcess } from "node:child_process";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { openConnections } from "#shared/server/sql/sql.ts";
import { waitForPort } from "../../supabase/local/common/ports.ts";
import {
  type ClusterPlace,
  findClusterPlace,
  takeClusterOwnership,
} from "../../supabase/local/postgres/cluster-place.ts";
import { lastLines, launch } from "../../supabase/local/postgres/postgres.ts";

export interface StreamingReplica {
  /** Connection string of the replica as the superuser. */
  url: string;
  pid: number;
  /** Ends the replica with a signal (SIGINT is a clean shutdown), and waits until the process has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Starts the replica again after it has ended. */
  start(): Promise<void>;
}

/**
 * Copies the cluster of a running stack and starts the copy as its replica.
 * @param port Port on which the replica listens. @throws with the last lines of its log if it does not start.
 */
export async function startStreamingReplica(
  stack: { dataDir: string; superuserUrl: string },
  folder: string,
  port: number,
): Promise<StreamingReplica> {
  const primary = await findClusterPlace(stack.dataDir);
  const place: ClusterPlace = { ...primary, data: path.join(folder, "postgres") };
  await copyCluster(stack.superuserUrl, primary.data, place.data);
  const { hostname, port: from, username, password } = new URL(stack.superuserUrl);
  const source = `host=${hostname} port=${from} user=${username} password=${decodeURIComponent(password)}`;
  await writeFile(path.join(place.data, "postgresql.auto.conf"), `primary_conninfo = '${source}'\n`);
  await writeFile(path.join(place.data, "standby.signal"), "");
  await takeClusterOwnership(place);

  const logFile = path.join(folder, "replica.log");
  let server: ChildProcess;
  const start = async () => {
    server = launch(place, port, logFile, true);
    let ended = false;
    server.once("exit", () => {
      ended = true;
    });
    if (!(await waitForPort(port, 30_000, () => ended)))
      throw new Error(`The replica did not start:\n${lastLines(logFile)}`);
  };
  await start();
  const url = new URL(stack.superuserUrl);
  url.port = String(port);
  return {
    url: url.toString(),
    get pid() {
      return Number(server.pid);
    },
    start,
    end: (signal) =>
      new Promise((resolve) => {
        if (server.exitCode !== null || server.signalCode !== null) return resolve();
        server.once("exit", () => resolve());
        server.kill(signal);
        server.kill("SIGCONT");
      }),
  };
}

async function copyCluster(superuserUrl: string, from: string, to: string): Promise<void> {
  const connections = openConnections(superuserUrl, { most: 1, patience: 60_000 });
  const session = await connections.connect();
  try {
    await session.query("select pg_backup_start('replica', fast => true)");
    await rm(to, { recursive: true, force: true });
    await mkdir(to, { recursive: true, mode: 0o700 });
    const ofServer = /^(pg_wal\/.+|pg_replslot\/.+|pg_stat_tmp\/.+|postmaster\.(pid|opts))$/;
    await cp(from, to, {
      recursive: true,
      filter: (source) => !ofServer.test(path.relative(from, source)),
    });
    const { rows } = await session.query("select labelfile, spcmapfile from pg_backup_stop()");
    const [{ labelfile }] = rows as [{ labelfile: string }];
    await writeFile(path.join(to, "backup_label"), labelfile);
  } finally {
    session.release();
    await connections.end();
  }
}
