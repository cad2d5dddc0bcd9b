/**
 * A TCP proxy in front of Postgres that cuts all connections right before or after the commit of a writing
 * transaction.
 */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { loopback } from "../../supabase/local/common/settings.ts";

/**
 * `before` cuts the connections before Postgres receives the commit. `after` cuts them after the commit, so that only
 * the response is lost.
 */
export type Cut = "before" | "after";

const opening = Buffer.from("begin read write");
/** COMMIT as a message of Postgres' simple query protocol. */
const commit = Buffer.concat([Buffer.from("Q\0\0\0\x0b"), Buffer.from("commit\0")]);

export async function startCommitCutter(databaseUrl: string) {
  const target = new URL(databaseUrl);
  let armed: Cut | null = null;
  let dead = false;
  const open = new Set<Socket>();

  /** Cuts all connections and refuses new ones, as a database that goes down does. */
  const goDown = () => {
    armed = null;
    dead = true;
    for (const socket of open) socket.destroy();
  };

  const server = createServer((client) => {
    if (dead) return void client.destroy();
    const behind = connect(Number(target.port), target.hostname);
    for (const socket of [client, behind]) {
      open.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        open.delete(socket);
        client.destroy();
        behind.destroy();
      });
    }
    let writes = false;
    let cutting = false;
    client.on("data", (chunk) => {
      if (chunk.includes(opening)) writes = true;
      if (chunk.includes(commit)) {
        if (writes && armed === "before") return goDown();
        cutting = writes && armed === "after";
        writes = false;
      }
      behind.write(chunk);
    });
    behind.on("data", (chunk) => {
      if (cutting) goDown();
      else client.write(chunk);
    });
  }).listen(0, loopback);
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.hostname = loopback;
  url.port = String((server.address() as { port: number }).port);

  return {
    url: url.toString(),
    /** Cuts the next commit of a writing transaction. The database then seems down until `comeBack` is called. */
    arm: (cut: Cut) => {
      armed = cut;
    },
    hasCut: () => dead,
    comeBack: () => {
      armed = null;
      dead = false;
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
