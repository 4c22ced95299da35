import { useSyncExternalStore } from "react";

/** A file that every version of Acta has, and that nobody has to be signed in for. */
const PROBE = "/favicon.svg";

let isCutOff = false;
const listeners = new Set<() => void>();

/** The first news of a lost network comes while requests still arrive: it is looked again soon, and then now and then. */
const LOOK_AGAIN_MS = [1000, 15_000] as const;

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * The browser knows whether the machine has a network. Whether the server can be reached is another question: an Acta that runs on this
 * machine needs no network.
 */
async function look(looks: number): Promise<void> {
  clearTimeout(timer);
  const isReached =
    navigator.onLine ||
    (await fetch(PROBE, { method: "HEAD", cache: "no-store" }).then(
      () => true,
      () => false,
    ));
  // The network may have come back while the probe was under way.
  if (!navigator.onLine) timer = setTimeout(() => void look(looks + 1), LOOK_AGAIN_MS[looks] ?? LOOK_AGAIN_MS[1]);
  const isLost = !isReached && !navigator.onLine;
  if (isLost === isCutOff) return;
  isCutOff = isLost;
  for (const listener of listeners) listener();
}

const onChange = () => void look(0);

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener("online", onChange);
    window.addEventListener("offline", onChange);
    onChange();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

const onServer = () => false;

/** Whether the machine has no network and the server cannot be reached. */
export function useIsCutOff(): boolean {
  return useSyncExternalStore(subscribe, () => isCutOff, onServer);
}
