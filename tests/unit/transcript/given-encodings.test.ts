import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeText } from "#app/domain/transcript/given/decode-text.ts";
import { runAtOnce } from "#app/domain/turns.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const decoded = (bytes: Uint8Array) => runAtOnce(decodeText(bytes));
const TEXT = "1\r\n00:00:01,000 --> 00:00:03,000\r\nNúria obre la sala — “ara”.\r\n";

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
  return new Uint8Array(view.buffer);
}

test.each<[string, string, number]>([
  ["letters before it", `${TEXT}Demà`, 1],
  ["the only letter beyond ASCII", "Dem\u00e0", 1],
  ["one of three bytes", `${TEXT}a—`, 1],
  ["two of three bytes", `${TEXT}a—`, 2],
  ["an emoji", `${TEXT}a😀`, 2],
])("half a character at the end of a copy that broke off is left out: %s", (_what, text, cut) => {
  const bytes = utf8(text).subarray(0, -cut);
  const whole = text.replace(/.$/u, "");
  expect(decoded(bytes)).toBe(whole);
});

test("one damaged byte is one replacement character, wherever it is", () => {
  fc.assert(
    fc.property(fc.nat(TEXT.length - 1), (place) => {
      const bytes = [...utf8(TEXT.slice(0, place)), 0xff, ...utf8(TEXT.slice(place))];
      expect(decoded(Uint8Array.from(bytes))).toBe(`${TEXT.slice(0, place)}\ufffd${TEXT.slice(place)}`);
    }),
  );
});

test.each([
  ["NÃºria obre la sala, demÃ\u00a0 â€” â€œaraâ€\u009d.", "Núria obre la sala, demà — “ara”."],
  ["Itâ€™s open.", "It’s open."],
  ["It\u00e2\u0080\u0099s open.", "It’s open."],
])("UTF-8 that a program read as Windows-1252 and saved again is read as it was: %s", (saved, text) => {
  expect(decoded(utf8(saved))).toBe(text);
});

test.each(["São Paulo, Ângela", "Ã is a letter", "â€ and 会", "Â«oui»"])(
  "%s is no text that was saved twice",
  (text) => {
    expect(decoded(utf8(text))).toBe(text);
  },
);

test("a byte order mark decides, whatever is damaged behind it", () => {
  const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8("plain "), 0xe9, 0xe8, 0x2e);
  expect(decoded(bytes)).toBe("plain \ufffd\ufffd.");
});

test("letters of Latin-1 alone are Windows-1252, and not damage", () => {
  expect(decoded(Uint8Array.from("Núria obre la sala, demà", (letter) => letter.charCodeAt(0)))).toBe(
    "Núria obre la sala, demà",
  );
});

test.each<[string, string]>([
  ["Latin letters", TEXT],
  ["Cyrillic", "1\r\n00:00:01,000 --> 00:00:03,000\r\nНора открывает зал в пятницу утром.\r\n"],
  ["Chinese", "1\r\n00:00:01,000 --> 00:00:03,000\r\n我们星期五早上打开大厅，大家都来。\r\n"],
])("UTF-16 without a byte order mark is found: %s", (_what, text) => {
  expect(decoded(utf16(text, true))).toBe(text);
  expect(decoded(utf16(text, false))).toBe(text);
});
