import { runInDurableObject } from "cloudflare:test";
import { expect, vi } from "vitest";
import type { objectOf } from "#tests/support/upload-meeting.ts";

/** Events that its workspace does not have: they come a moment after the change, and would be counted with what a test does next. */
export function untoldEvents(object: ReturnType<typeof objectOf>): Promise<unknown[]> {
  return runInDurableObject(object, (_object, { storage }) =>
    storage.sql
      .exec("SELECT 1 FROM event_subscribers WHERE told < (SELECT coalesce(max(id), 0) FROM domain_events)")
      .toArray(),
  );
}

/** Waits until a meeting has told its workspace of everything that happened. */
export async function toldWorkspace(object: ReturnType<typeof objectOf>): Promise<void> {
  await vi.waitFor(async () => expect(await untoldEvents(object)).toEqual([]), { timeout: 20_000, interval: 20 });
}
