import { createInstance } from "i18next";
import { beforeAll, expect, test } from "vitest";
import type { AnswerLine } from "#app/domain/chat/exchange.ts";
import { copiedLine } from "#app/features/meeting/chat/chat-exchange.tsx";
import { chat } from "#app/i18n/en/chat.ts";
import { translator } from "#app/i18n/translate.ts";

const i18n = createInstance();
beforeAll(() => i18n.init({ lng: "en", resources: { en: { chat } } }));

const copied = (line: Omit<AnswerLine, "segmentIds">, moments = [{ startMs: 21_000 }]) =>
  copiedLine({ ...line, segmentIds: [] }, moments, { t: translator(i18n, "en", "chat"), locale: "en" });

test.each<[string, Omit<AnswerLine, "segmentIds">, string]>([
  ["a quotation", { text: "I will send it.", speaker: "Marta" }, "00:21 Marta: I will send it."],
  [
    "a line that was not confirmed",
    { text: "Projects like this fail.", unconfirmed: true },
    "00:21 Projects like this fail. (Not confirmed)",
  ],
])("%s is copied with all that the page shows of it", (_what, line, text) => {
  expect(copied(line)).toBe(text);
});

test("a participant is copied with the time spoken", () => {
  expect(copied({ text: "Marta", spokenMs: 42_000 }, [])).toBe("Marta (42 s)");
});
