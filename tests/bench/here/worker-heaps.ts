import type { CDPSession } from "@playwright/test";
import * as z from "zod";

/** JS heaps of the web workers of a page, after a garbage collection. A page's own garbage collection does not reach them. */
type WorkerHeaps = { read(): Promise<{ name: string; heapMib: number }[]> };

const MIB = 1024 * 1024;
const answer = z.object({ id: z.number(), result: z.optional(z.looseObject({ usedSize: z.optional(z.number()) })) });

/** Playwright gives no session of a worker, so that the messages go through the page's. */
export async function watchWorkers(session: CDPSession): Promise<WorkerHeaps> {
  const workers = new Map<string, string>();
  const asked = new Map<number, (usedSize: number) => void>();
  let questions = 0;
  session.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
    workers.set(sessionId, targetInfo.url.split("/").at(-1) ?? "");
  });
  session.on("Target.detachedFromTarget", ({ sessionId }) => workers.delete(sessionId));
  session.on("Target.receivedMessageFromTarget", ({ message }) => {
    const read = answer.safeParse(JSON.parse(message));
    if (!read.success) return;
    asked.get(read.data.id)?.(read.data.result?.usedSize ?? 0);
    asked.delete(read.data.id);
  });
  await session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const ask = async (sessionId: string, method: string): Promise<number> => {
    questions += 1;
    const id = questions;
    const answered = new Promise<number>((resolve) => asked.set(id, resolve));
    await session.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method }) });
    return answered;
  };
  return {
    async read() {
      const heaps = [];
      for (const [sessionId, name] of workers) {
        await ask(sessionId, "HeapProfiler.collectGarbage");
        heaps.push({ name, heapMib: (await ask(sessionId, "Runtime.getHeapUsage")) / MIB });
      }
      return heaps;
    },
  };
}
