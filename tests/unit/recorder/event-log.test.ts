import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { botFolder } from "#workers/recorder/src/spool/bot-folder.ts";
import { openEventLog, readEvents } from "#workers/recorder/src/spool/event-log.ts";
import type { Sink } from "#workers/recorder/src/spool/sink.ts";

test("half a line that a power cut left does not take the next event with it", () => {
  const root = mkdtempSync(path.join(tmpdir(), "acta-events-"));
  try {
    const folder = botFolder(root);
    const sink: Sink = {
      putPiece: async () => "later",
      postEvents: async () => "later",
      putScreenshot: async () => false,
    };
    const open = () =>
      openEventLog({
        folder,
        sink,
        attempt: 1,
        now: () => 1000,
        heartbeat: false,
        onStop: () => undefined,
        onGone: () => undefined,
      });
    const before = open();
    before.add({ type: "state", state: "joining", reason: null });
    before.close();
    appendFileSync(folder.events, '{"seq":2,"at":1000,"type":"sta');
    const after = open();
    after.add({ type: "state", state: "failed", reason: "recorder-lost" });
    after.add({ type: "state", state: "left", reason: null });
    after.close();
    expect(readEvents(folder).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
