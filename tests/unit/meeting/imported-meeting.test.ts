import { expect, test } from "vitest";
import type { MeetingEvent } from "#app/domain/meeting/events.ts";
import { transition } from "#app/domain/meeting/machine.ts";
import { type MeetingState, newImport } from "#app/domain/meeting/states.ts";

const NOW = 1000;

/** Returns the state after the events, and the types of all effects on the way. */
function after(...events: MeetingEvent[]): { state: MeetingState | null; effects: string[] } {
  const effects: string[] = [];
  let state: MeetingState | null = newImport(60_000, NOW);
  for (const event of events) {
    const next = transition(state, event, NOW);
    state = next.state;
    effects.push(...next.effects.map(({ type }) => type));
  }
  return { state, effects };
}

const read: MeetingEvent = { type: "window-recognised", index: 0 };
const merged: MeetingEvent = { type: "transcript-merged", run: 1, segments: 2 };

test("an imported meeting begins where its transcript is read, and goes on to minutes", () => {
  const { state, effects } = after(
    read,
    merged,
    { type: "summary-started", run: 1 },
    { type: "summary-written", run: 1 },
  );
  expect(state).toMatchObject({ status: "SUMMARIZED", usage: "free", media: { isTextOnly: true } });
  expect(effects).toEqual(["merge-windows", "summarise"]);
});

test("nothing is counted or released for it, however often minutes fail and are asked for again", () => {
  const failed: MeetingEvent = { type: "summary-failed", run: 1, reason: "summary-unavailable" };
  const { state, effects } = after(read, merged, failed, { type: "retry-asked" });
  expect(state).toMatchObject({ status: "TRANSCRIPTED", usage: "free", run: 2 });
  expect(effects).not.toContain("count-usage");
  expect(effects).not.toContain("release-usage");
});

test("a transcript that could not be read is read again by a retry", () => {
  const failed: MeetingEvent = { type: "transcription-failed", run: 1, reason: "internal" };
  const { state, effects } = after(failed, { type: "retry-asked" });
  expect(state).toMatchObject({ status: "TRANSCRIBING", usage: "free" });
  expect(effects).toEqual(["read-transcript"]);
});

test("its sound is never asked for: a file that is said to have arrived changes nothing", () => {
  const accepted: MeetingEvent = {
    type: "upload-accepted",
    version: { sizeBytes: 10, etag: "x" },
    durationMs: 1000,
    windows: [],
    transcriptSource: "speech",
  };
  expect(after(accepted).state).toEqual(newImport(60_000, NOW));
});
