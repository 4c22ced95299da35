import { expect, test } from "vitest";
import type { MeetId } from "#app/domain/ids.ts";
import { effectKey } from "#app/domain/meeting/effects.ts";
import { transition } from "#app/domain/meeting/machine.ts";
import { idInPart, lengthOf, mayBeMerged, type PartFact, takesPart } from "#app/domain/meeting/parts.ts";
import { takesLanguage, takesTranscript } from "#app/domain/meeting/state-rules.ts";
import { type MeetingState } from "#app/domain/meeting/states.ts";

const part = (number: number, startMs: number): PartFact => ({
  number,
  meetId: `part-${number}` as MeetId,
  startMs,
  endMs: startMs + 1000,
  recordings: [],
  minutesBefore: 1,
});

function written(more: Partial<MeetingState> = {}): MeetingState {
  return {
    status: "SUMMARIZED",
    run: 3,
    media: {
      kind: "landed",
      version: { sizeBytes: 1, etag: "e" },
      durationMs: 60_000,
      transcriptSource: "speech",
    },
    windows: [{ index: 0, startMs: 0, endMs: 60_000, progress: "recognised" }],
    usage: "counted",
    since: 1,
    ...more,
  } as MeetingState;
}

test("a part makes the meeting longer, and its minutes are written once over the whole", () => {
  const { state, effects } = transition(written(), { type: "part-taken", part: part(7, 90_000) }, 5);
  expect(state).toMatchObject({ status: "TRANSCRIPTED", run: 4, since: 5 });
  expect(effects.map(effectKey)).toEqual(["4/summarise"]);
  expect(state && lengthOf(state)).toBe(91_000);
});

test("the part that was taken last is dropped while the minutes are still being written, and nothing is written any more", () => {
  const taken = transition(written(), { type: "part-taken", part: part(7, 90_000) }, 5).state;
  const again = transition(taken, { type: "summary-started", run: 4 }, 6).state;
  const { state, effects } = transition(again, { type: "part-dropped", number: 7 }, 8);
  expect(state).toEqual(written({ run: 5, since: 8 }));
  expect(effects).toEqual([]);
  // The minutes over the whole belong to the run before.
  expect(transition(state, { type: "summary-written", run: 4 }, 9).state).toBe(state);
});

test("a part before the last one stays", () => {
  const state = written({ parts: [part(1, 70_000), part(2, 90_000)] });
  expect(transition(state, { type: "part-dropped", number: 1 }, 5).state).toBe(state);
  expect(transition(state, { type: "part-dropped", number: 2 }, 5).state?.parts).toEqual([part(1, 70_000)]);
});

test("neither another language nor another transcript is taken for a meeting of several recordings", () => {
  expect([takesLanguage(written()), takesTranscript(written())]).toEqual([true, true]);
  const merged = written({ parts: [part(1, 70_000)] });
  expect([takesLanguage(merged), takesTranscript(merged)]).toEqual([false, false]);
});

test.each([
  ["with minutes", written(), true, true],
  ["without words", written({ status: "SKIPPED_SUMMARY", reason: "no-speech" }), true, false],
  ["that counts no more", written({ usage: "released" }), false, false],
  ["that is still being written", written({ status: "LLMING" }), false, false],
  [
    "that is a part already",
    written({ mergedInto: { meetId: "a" as MeetId, phase: "joined", gapMs: 0, ownRule: null } }),
    false,
    false,
  ],
])("a meeting %s", (_name, state, asLater, asFirst) => {
  expect([mayBeMerged(state), takesPart(state)]).toEqual([asLater, asFirst]);
});

test("with the first meeting its parts go", () => {
  const { effects } = transition(written({ parts: [part(1, 70_000)] }), { type: "discarded" }, 5);
  expect(effects).toEqual([{ type: "remove-content", usage: "counted", parts: ["part-1"] }]);
});

test("a line of a part is never another part's", () => {
  expect(idInPart(12, "w0-3")).toBe("m12.w0-3");
});
