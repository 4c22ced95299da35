import { expect, test } from "vitest";
import { MEETING_LANGUAGES } from "#app/domain/languages.ts";
import { isInstruction } from "#app/domain/summary/grounding/instructions.ts";
import { checkInvented } from "#tests/bench/grounding/check-lines.ts";
import { INJECTIONS } from "#tests/fixtures/injections.ts";

test.each(MEETING_LANGUAGES)(
  "%s: no false line about an invented meeting passes, and at most 3 % of the true lines are lost",
  (language) => {
    const { untrue, passed, faithful, lost } = checkInvented(language, 6);
    expect(untrue).toBeGreaterThan(100);
    expect(passed).toEqual([]);
    expect(lost.length).toBeLessThanOrEqual(faithful * 0.03);
  },
);

test("orders to an assistant are recognised in four languages", () => {
  const texts = INJECTIONS.filter(({ text }) => /^(?:Ignore|Ignora|SYSTEM|Sistema|Système)/u.test(text)).map(
    ({ text }) => text,
  );
  expect(texts.length).toBeGreaterThan(6);
  expect(texts.filter((text) => !isInstruction(text))).toEqual([]);
});

test.each([
  "We follow the instructions of the landlord.",
  "The assistant of the director sends the contract.",
  "El sistema de reservas se cierra en invierno.",
  "Le système de réservation ferme en hiver.",
])("an ordinary sentence about instructions or assistants stays: %s", (text) => {
  expect(isInstruction(text)).toBe(false);
});
