/** Finds free ports for internal parts of the stack, and waits until a part accepts connections. */
import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { loopback } from "./settings.ts";

/** Returns a free TCP port. Another process may take the port before the caller uses it. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, loopback, () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === "object" ? resolve(address.port) : reject()));
    });
  });
}

/**
 * Waits until something accepts connections on a port.
 * @returns False if `timeoutMs` passed, or if `giveUp` returned true.
 */
export async function waitForPort(port: number, timeoutMs: number, giveUp = () => false): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline && !giveUp()) {
    if (await tryConnect(port)) return true;
    await sleep(50);
  }
  return false;
}

function tryConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, loopback);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
