import { expect, test } from "vitest";
import type { AnswerLine } from "#app/domain/chat/exchange.ts";
import { copiedLine } from "#app/features/meeting/chat/chat-exchange.tsx";

const copied = (line: Omit<AnswerLine, "segmentIds">, moments = [{ startMs: 21_000 }]) =>
  copiedLine({ ...line, segmentIds: [] }, moments, "en");

test("a quotation is copied with its moment and speaker", () => {
  expect(copied({ text: "I will send it.", speaker: "Marta" })).toBe("00:21 Marta: I will send it.");
});

test("a participant is copied with the time spoken", () => {
  expect(copied({ text: "Marta", spokenMs: 42_000 }, [])).toBe("Marta (42 s)");
});
