import type { BrowserContext, CDPSession, Page } from "@playwright/test";
import * as z from "zod";

const SAMPLE_MS = 250;
const usage = z.object({ usedSize: z.number(), backingStorageSize: z.number().default(0) });
const attached = z.object({ sessionId: z.string(), targetInfo: z.object({ type: z.string() }) });
const answer = z.object({ id: z.number(), result: z.optional(usage) });

/** Peak memory of a page: JS heap and array buffers of the page and its web workers together, in bytes. */
export type MemoryWatch = { workers(): number; stop(): Promise<{ grownBytes: number; baseBytes: number }> };

/** Collects garbage once, so that the current page is the base; after that garbage counts too. */
export async function watchMemory(context: BrowserContext, page: Page): Promise<MemoryWatch> {
  const session = await context.newCDPSession(page);
  const workers = await attachWorkers(session);
  await session.send("HeapProfiler.collectGarbage");
  const used = async () => {
    const own = usage.parse(await session.send("Runtime.getHeapUsage"));
    return own.usedSize + own.backingStorageSize + (await workers.used());
  };
  const baseBytes = await used();
  let highest = baseBytes;
  const state = { going: true };
  const loop = (async () => {
    while (state.going) {
      // A closed page has a reason of its own, which is reported elsewhere.
      highest = Math.max(highest, await used().catch(() => 0));
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
  })();
  return {
    workers: workers.seen,
    async stop() {
      state.going = false;
      await loop;
      await session.detach();
      return { grownBytes: highest - baseBytes, baseBytes };
    },
  };
}

/** Playwright offers no debugging session for a worker; the session of the page carries the worker's messages. */
async function attachWorkers(session: CDPSession) {
  const live = new Set<string>();
  const waiting = new Map<number, (bytes: number) => void>();
  let asked = 0;
  let seen = 0;
  session.on("Target.attachedToTarget", (event) => {
    const { sessionId, targetInfo } = attached.parse(event);
    if (targetInfo.type !== "worker") return;
    seen += 1;
    live.add(sessionId);
  });
  session.on("Target.detachedFromTarget", ({ sessionId }) => live.delete(sessionId));
  session.on("Target.receivedMessageFromTarget", ({ message }) => {
    const parsed = answer.safeParse(JSON.parse(message));
    if (!parsed.success) return;
    const { id, result } = parsed.data;
    waiting.get(id)?.(result ? result.usedSize + result.backingStorageSize : 0);
    waiting.delete(id);
  });
  await session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const ask = (sessionId: string) =>
    new Promise<number>((resolve) => {
      asked += 1;
      waiting.set(asked, resolve);
      // A worker that ends in this moment never answers.
      setTimeout(resolve, 2000, 0);
      const message = JSON.stringify({ id: asked, method: "Runtime.getHeapUsage" });
      session.send("Target.sendMessageToTarget", { message, sessionId }).catch(() => resolve(0));
    });
  return {
    seen: () => seen,
    async used() {
      const each = await Promise.all([...live].map(ask));
      return each.reduce((sum, bytes) => sum + bytes, 0);
    },
  };
}
