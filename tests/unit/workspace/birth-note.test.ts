import { expect, test } from "vitest";
import { birthNote, parseBirthNote } from "#app/contracts/meeting/birth-note.ts";

const COMMON = { meetId: "m", recordingId: "r", source: "upload", createdAt: 7 } as const;
const TODAY = { version: 2, ...COMMON, workspaceId: "team", createdBy: "nora" };

test("a birth note comes back as it was written", () => {
  const note = birthNote({ ...COMMON, workspaceId: "team", createdBy: "nora" });
  expect(note).toEqual(TODAY);
  expect(parseBirthNote(JSON.stringify(note))).toEqual(TODAY);
});

test("a note from before workspaces belongs to its owner's personal workspace", () => {
  const before = { meetId: "m", ownerUserId: "nora", recordingId: "r", source: "upload", createdAt: 7 };
  expect(parseBirthNote(JSON.stringify(before))).toEqual({ ...TODAY, workspaceId: "nora", createdBy: "nora" });
});

test.each(["", "{}", "null", '{"version":3,"meetId":"m"}', JSON.stringify({ ...TODAY, source: "nowhere" })])(
  "%j is no birth note",
  (text) => {
    expect(parseBirthNote(text)).toBeNull();
  },
);
