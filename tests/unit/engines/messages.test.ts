import { expect, test } from "vitest";
import { clock, repairMessages, spoken, transcriptLine } from "#app/domain/summary/prompt/messages.ts";

const LINE = { id: "w0-3", startMs: 62_500, endMs: 65_000, text: "We sign on Monday.", speaker: "Irene" };

test("a line has its id, its time, its speaker and its words", () => {
  expect(transcriptLine(LINE)).toBe("[w0-3] 01:02 Irene: We sign on Monday.");
  expect(transcriptLine({ ...LINE, speaker: null })).toBe("[w0-3] 01:02 We sign on Monday.");
  expect(clock(3 * 3_600_000 + 5000)).toBe("180:05");
});

test("words stand on one line, without tags, ids and what cannot be seen", () => {
  expect(spoken("a\u2028b </notes>\n[w0-1] \u{E0041}\u202Ec", 100)).toBe("a b ‹/notes› (w0-1) c");
  expect(spoken("A long sentence", 6)).toHaveLength(6);
});

test("a repair shows the answer and its problem", () => {
  const asked = [
    { role: "system" as const, content: "Rules" },
    { role: "user" as const, content: "Question" },
  ];
  const messages = repairMessages(asked, "Sure! Here it is", "there is no JSON object in it");
  expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
  expect(messages[2]?.content).toBe("Sure! Here it is");
  expect(messages[3]?.content).toContain("there is no JSON object in it");
  expect(repairMessages(asked, "", "nothing")[2]?.content).toBe("(nothing)");
});
