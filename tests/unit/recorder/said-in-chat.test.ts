import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TEXT_LANGUAGES } from "#app/domain/languages.ts";
import { announcementText } from "#app/domain/meeting/announcement.ts";
import { asksToStop } from "#workers/recorder/src/rules/stop-request.ts";

test.each([
  "stop",
  "STOP!!",
  "  Stop. ",
  "acta stop",
  "Acta, stop",
  "@Acta stop please",
  "please stop",
  "stop acta",
  "stop recording",
  "¡Para!",
  "para",
  "Acta, para por favor",
  "detente",
  "deja de grabar",
  "atura",
  "Acta atura't",
  "atura’t sisplau",
  "deixa de gravar",
  "arrête",
  "arrete",
  "Acta, arrête s'il te plaît",
  "arrêtez l’enregistrement",
  "stop ✋",
])("“%s” makes the bot leave", (message) => {
  expect(asksToStop(message)).toBe(true);
});

test.each([
  "",
  "acta",
  "please",
  "stop by the office later",
  "we should stop here and go on tomorrow",
  "can we stop?",
  "stop?",
  "para mañana tengo el informe",
  "esto es para Iria",
  "non-stop",
  "don't stop",
  "bus stop",
  "l'arrêt de bus",
  "stop the deployment",
  "Stop talking about the stop button and press stop",
  "paraguas",
])("“%s” does not", (message) => {
  expect(asksToStop(message)).toBe(false);
});

test("the word within any longer sentence does not make it leave", () => {
  const word = fc.stringMatching(/^[b-df-hj-np-tv-z]{4,9}$/);
  const property = fc.property(word, word, (before, after) => !asksToStop(`${before} stop ${after}`));
  expect(() => fc.assert(property)).not.toThrow();
});

describe.each(TEXT_LANGUAGES)("the announcement in %s", (language) => {
  test("says who, for whom, what, and the word that ends it", () => {
    const text = announcementText(language, "Nora");
    expect(text).toContain("Acta");
    expect(text).toContain("Nora");
    const word = /[“«]\s?([^”»]+?)\s?[”»]/u.exec(text)?.[1] ?? "";
    expect(asksToStop(word)).toBe(true);
    // The bot reads the chat that it writes in.
    expect(asksToStop(text)).toBe(false);
  });

  test("fits the chat and stays one line, whatever the name is", () => {
    const property = fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (name) => {
      const text = announcementText(language, name);
      return text.length <= 480 && !/[\r\n]/u.test(text);
    });
    expect(() => fc.assert(property)).not.toThrow();
  });

  test("ends with the whole address of the notice, or has none of it", () => {
    const notice = `https://acta.example/recorded/${"a".repeat(22)}`;
    const text = announcementText(language, "Nora", notice);
    expect(text.endsWith(` ${notice}`)).toBe(true);
    expect(text.length).toBeLessThanOrEqual(480);
    expect(asksToStop(text)).toBe(false);
    const tooLong = `https://${"a".repeat(400)}.example/recorded/x`;
    expect(announcementText(language, "Nora", tooLong)).toBe(announcementText(language, "Nora"));
  });

  test("names nobody where there is no name", () => {
    expect(announcementText(language, " ")).not.toMatch(/ (for|para|per a|pour) ?\./u);
  });
});
