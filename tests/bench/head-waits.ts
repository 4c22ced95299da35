import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";

/** Waits for states of a page that a bench follows. `read` returns its newest head; `look` is called after each change. */
export function headWaits(read: () => MeetingHead | null) {
  const waiting = new Set<() => void>();
  return {
    look: () => {
      for (const look of waiting) look();
    },
    /** Time at which a head arrived that satisfies `isSo`, in epoch ms; rejects after `msMax`. */
    sees: (isSo: (head: MeetingHead) => boolean, msMax: number) =>
      new Promise<number>((resolve, reject) => {
        const end = () => {
          clearTimeout(timer);
          waiting.delete(look);
        };
        const look = () => {
          const head = read();
          if (head === null || !isSo(head)) return;
          end();
          resolve(Date.now());
        };
        const timer = setTimeout(() => {
          end();
          reject(new Error(`the page does not see it after ${msMax} ms: ${read()?.status} ${read()?.reason}`));
        }, msMax);
        waiting.add(look);
        look();
      }),
  };
}
