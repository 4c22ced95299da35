import { expect, test } from "vitest";
import { transition } from "#app/domain/meeting/machine.ts";
import { newSample } from "#app/domain/meeting/states.ts";

const sample = newSample({ durationMs: 174_000, version: null }, 7);

test("a sample is complete from its beginning", () => {
  expect(sample).toMatchObject({ status: "SUMMARIZED", media: { kind: "landed", isTextOnly: true }, since: 7 });
  expect(newSample({ durationMs: 1, version: { sizeBytes: 9, etag: "e" } }, 7).media).toEqual({
    kind: "landed",
    version: { sizeBytes: 9, etag: "e" },
    durationMs: 1,
    transcriptSource: "given",
  });
});

test("minutes of a sample that are written again count towards no plan", () => {
  const asked = transition(sample, { type: "rewrite-asked" }, 8);
  expect(asked.effects).toEqual([{ type: "summarise", run: 2 }]);
  const written = transition(asked.state, { type: "summary-written", run: 2 }, 9);
  expect(written.state?.status).toBe("SUMMARIZED");
  expect(written.effects).toEqual([]);
});

test("a transcript given to a sample counts towards no plan", () => {
  const given = transition(sample, { type: "transcript-given", endMs: 1000 }, 8);
  expect(given.effects.map(({ type }) => type)).not.toContain("count-usage");
});

test("a deleted sample is removed like any meeting", () => {
  expect(transition(sample, { type: "discarded" }, 8)).toEqual({
    state: null,
    effects: [{ type: "remove-content", usage: "counted" }],
  });
});
