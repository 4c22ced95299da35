import { expect, test } from "vitest";
import { MAILTO_CHARS_MAX } from "#app/domain/limits/mail.ts";
import { hasLink, mailtoOf } from "#app/domain/mail/follow-up-text.ts";
import { withoutPages } from "#app/domain/mail/mail-content.ts";
import { inboxKeyOf } from "#app/domain/workspace/team.ts";

test("a mail program gets the whole text with its line breaks", () => {
  const { url, cut } = mailtoOf({ to: ["a@b.example", "c+d@e.example"], subject: "Año & más", text: "one\ntwo?" });
  expect(url).toBe("mailto:a%40b.example,c%2Bd%40e.example?subject=A%C3%B1o%20%26%20m%C3%A1s&body=one%0D%0Atwo%3F");
  expect(cut).toBeNull();
});

test("a longer text ends after a whole line, within the length that mail programs take", () => {
  const text = Array.from({ length: 400 }, (_, line) => `Línea ${line}`).join("\n");
  const { url, cut } = mailtoOf({ to: ["a@b.example"], subject: "Minutes", text });
  expect(cut).toBe("text");
  expect(url.length).toBeLessThanOrEqual(MAILTO_CHARS_MAX);
  expect(url.length).toBeGreaterThan(MAILTO_CHARS_MAX - 100);
  expect(decodeURIComponent(url)).toMatch(/Línea \d+\r\n…$/u);
});

test("people who are too many for a mail program are left out all together, and never some of them", () => {
  const to = Array.from({ length: 50 }, (_, n) => `somebody-with-a-long-name-${n}@department.example`);
  const { url, cut } = mailtoOf({ to, subject: "Minutes", text: "one\ntwo" });
  expect(cut).toBe("people");
  expect(url).toBe("mailto:?subject=Minutes&body=one%0D%0Atwo");
});

test("in the mail itself no bare name becomes a link, and lines and addresses of people stay", () => {
  expect(withoutPages("confirm at acta-login.com/verify\nor ask nora@firm, p. 3.5")).toBe(
    "confirm at acta-login. com/verify\nor ask nora@firm, p. 3.5",
  );
});

test("an address with a plus leads to the inbox of the one without", () => {
  expect(["Ana+1@Mail.example", " ana@mail.example", "a+b+c@d.example"].map(inboxKeyOf)).toEqual([
    "ana@mail.example",
    "ana@mail.example",
    "a@d.example",
  ]);
});

test("finds addresses of pages in a text, and no names", () => {
  expect(["see https://a.example", "WWW.a.example", "ftp://x"].map(hasLink)).toEqual([true, true, true]);
  expect(["Girona.example", "Node.js", "a@b.example", "10:30"].map(hasLink)).toEqual([false, false, false, false]);
});
