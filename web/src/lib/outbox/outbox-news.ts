/** Notifies all tabs of changes of the outbox. */
const channel = new BroadcastChannel("arbo.outbox");
const listeners = new Set<() => void>();
channel.onmessage = () => {
  for (const listener of listeners) listener();
};

/** Calls the listener after any tab has changed the outbox. Returns a function that unsubscribes. */
export function onOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function notifyOutboxChanged(): void {
  channel.postMessage(null);
  for (const listener of listeners) listener();
}
