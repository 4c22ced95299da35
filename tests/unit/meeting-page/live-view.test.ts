import fc from "fast-check";
import { expect, test } from "vitest";
import { applyLive } from "#app/features/meeting/live/live-messages.ts";
import {
  applyLoaded,
  type LiveState,
  needsTranscript,
  openLive,
  type SegmentView,
} from "#app/features/meeting/live/live-view.ts";
import { head, segment, view } from "#tests/unit/meeting-page/build-view.ts";

const open = (segments: SegmentView[]): LiveState => openLive(view({ segments }));
const ids = (state: LiveState) => state.view.segments.map(({ id }) => id);

test("new segments replace the segments that began in their time range", () => {
  const state = open([segment("a", 0), segment("b", 10), segment("c", 20), segment("d", 30)]);
  const next = applyLive(state, {
    type: "segments",
    startMs: 10_000,
    endMs: 30_000,
    segments: [segment("b2", 11), segment("c2", 19)],
  });
  expect(ids(next)).toEqual(["a", "b2", "c2", "d"]);
});

test("windows that arrive out of order are shown in the order of the recording", () => {
  const later = applyLive(open([]), {
    type: "segments",
    startMs: 300_000,
    endMs: 600_000,
    segments: [segment("w1-0", 301)],
  });
  const both = applyLive(later, { type: "segments", startMs: 0, endMs: 300_000, segments: [segment("w0-0", 1)] });
  expect(ids(both)).toEqual(["w0-0", "w1-0"]);
});

test("an empty time range removes its segments", () => {
  const next = applyLive(open([segment("a", 0), segment("b", 10)]), {
    type: "segments",
    startMs: 0,
    endMs: 5000,
    segments: [],
  });
  expect(ids(next)).toEqual(["b"]);
});

test("a segment that moved over the border of its window is there once", () => {
  const state = open([segment("w1-0", 299), segment("w1-1", 305)]);
  const next = applyLive(state, {
    type: "segments",
    startMs: 300_000,
    endMs: 600_000,
    segments: [segment("w1-0", 300), segment("w1-1", 305)],
  });
  expect(ids(next)).toEqual(["w1-0", "w1-1"]);
});

test("unchanged segments keep their identity, through a time range and through a whole view", () => {
  const kept = segment("a", 0);
  const changed = segment("b", 10);
  const fresh = [{ ...kept }, { ...changed, text: "Other words." }];
  const byStretch = applyLive(open([kept, changed]), { type: "segments", startMs: 0, endMs: 60_000, segments: fresh });
  expect(byStretch.view.segments[0]).toBe(kept);
  expect(byStretch.view.segments[1]).not.toBe(changed);
  const byView = applyLive(open([kept, changed]), { type: "view", view: view({ segments: fresh }) });
  expect(byView.view.segments[0]).toBe(kept);
  expect(byView.view.segments[1]?.text).toBe("Other words.");
});

test("for any update, segments stay ordered and unique, and segments outside its time range are unchanged", () => {
  const start = fc.integer({ min: 0, max: 3600 });
  const many = (prefix: string) =>
    fc
      .array(start, { maxLength: 40 })
      .map((starts) => starts.sort((a, b) => a - b).map((at, index) => segment(`${prefix}${index}`, at)));
  fc.assert(
    fc.property(many("old"), many("new"), start, start, (known, fresh, one, other) => {
      const startMs = Math.min(one, other) * 1000;
      const endMs = Math.max(one, other) * 1000;
      const inside = (at: SegmentView) => at.startMs >= startMs && at.startMs < endMs;
      const sent = fresh.filter(inside);
      const { segments } = applyLive(open(known), { type: "segments", startMs, endMs, segments: sent }).view;
      expect(segments.map((at) => at.startMs)).toEqual(segments.map((at) => at.startMs).sort((a, b) => a - b));
      expect(new Set(segments.map(({ id }) => id)).size).toBe(segments.length);
      expect(segments.filter((at) => !inside(at))).toEqual(known.filter((at) => !inside(at)));
      expect(segments.filter(inside)).toEqual(sent);
    }),
  );
});

test("head and summary are replaced completely", () => {
  const state = applyLive(open([segment("a", 0)]), { type: "head", head: head({ status: "LLMING" }) });
  expect(state.view.head.status).toBe("LLMING");
  expect(ids(state)).toEqual(["a"]);
  expect(applyLive(state, { type: "summary", summary: null }).view.summary).toBeNull();
});

test("a removed meeting is gone, and a fresh view brings it back", () => {
  const gone = applyLive(open([]), { type: "gone" });
  expect(gone.gone).toBe(true);
  expect(applyLive(gone, { type: "view", view: view() }).gone).toBe(false);
});

test("a loader's answer that is older than the page is ignored", () => {
  const state = openLive(view({ head: head({ status: "TRANSCRIBING", sequence: 5 }) }));
  expect(applyLoaded(state, view({ head: head({ sequence: 4 }) }))).toBe(state);
  const newer = view({ head: head({ sequence: 5, title: "Renamed" }) });
  expect(applyLoaded(state, newer).view.head.title).toBe("Renamed");
});

const outline = { count: 9, from: 2, endMs: 90_000, speakers: [], places: [], earlierMs: 0, laterMs: 40_000 };
const excerpt = () => openLive({ ...view({ segments: [segment("c", 20)], head: head({ sequence: 7 }) }), outline });

test("an excerpt becomes the whole transcript once that has loaded, and the shown segments keep their identity", () => {
  const before = excerpt();
  expect(needsTranscript(before)).toBe("excerpt");
  const whole = [segment("a", 0), segment("b", 10), segment("c", 20), segment("d", 30)];
  const after = applyLive(before, { type: "transcript", sequence: 7, segments: whole });
  expect(ids(after)).toEqual(["a", "b", "c", "d"]);
  expect(after.view.segments[2]).toBe(before.view.segments[0]);
  expect(after.view.outline).toBeUndefined();
  expect(needsTranscript(after)).toBeNull();
});

test("changes that arrive while the rest is loading are applied on top of it and are not lost", () => {
  const changed = { ...segment("d", 30), text: "Corrected." };
  const told = applyLive(excerpt(), { type: "segments", startMs: 30_000, endMs: 40_000, segments: [changed] });
  expect(ids(told)).toEqual(["c"]);
  const headed = applyLive(told, { type: "head", head: head({ sequence: 8 }) });
  const older = [segment("a", 0), segment("c", 20), segment("d", 30)];
  const after = applyLive(headed, { type: "transcript", sequence: 7, segments: older });
  expect(after.view.segments.map(({ text }) => text)).toEqual(["Words of a.", "Words of c.", "Corrected."]);
  expect(after.segmentsAt).toBe(8);
});

test("a page with the whole transcript keeps it on a reload, and requests newer changes", () => {
  const whole = openLive(view({ segments: [segment("a", 0), segment("b", 10)], head: head({ sequence: 7 }) }));
  const loaded = { ...view({ segments: [segment("a", 0)], head: head({ sequence: 9, title: "Edited" }) }), outline };
  const again = applyLoaded(whole, loaded);
  expect(ids(again)).toEqual(["a", "b"]);
  expect(again.view.head.title).toBe("Edited");
  expect(needsTranscript(again)).toBe("outdated");
  // The socket has delivered the changes meanwhile: nothing is left to fetch.
  expect(needsTranscript(applyLive(again, { type: "head", head: head({ sequence: 9 }) }))).toBeNull();
  const late = { type: "transcript", sequence: 6, segments: [] } as const;
  expect(applyLive(again, { ...late, segments: [] })).toBe(again);
});
