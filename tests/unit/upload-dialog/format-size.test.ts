import { expect, test } from "vitest";
import { UPLOAD_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import { formatApart, formatPercent, formatRate, formatSize } from "#app/features/upload/form/format-size.ts";

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

test.each([
  [1_240_000_000, "en", "1.24 GB"],
  [769_000_000, "en", "769 MB"],
  [11_800_000, "es", "11,8 MB"],
  [UPLOAD_BYTES_MAX, "fr", "2,01 Go"],
  [999_600, "en", "1 MB"],
  [812_000, "ca", "812 kB"],
  [10, "en", "10 bytes"],
  [0, "en", "0 bytes"],
])("%i bytes are written in %s as %s", (bytes, locale, text) => {
  expect(plain(formatSize(bytes, locale))).toBe(text);
});

test("a rate is written as one", () => {
  expect(plain(formatRate(11_800_000, "en"))).toBe("11.8 MB/s");
  expect(plain(formatRate(11_800_000, "fr"))).toBe("11,8 Mo/s");
});

test("a size that would be rounded to its limit is written to the byte", () => {
  expect(formatApart(UPLOAD_BYTES_MAX + 1, UPLOAD_BYTES_MAX, "en")).toEqual({
    size: "2,009,715,201 bytes",
    limit: "2,009,715,200 bytes",
  });
  expect(formatApart(2_310_000_000, UPLOAD_BYTES_MAX, "en")).toEqual({ size: "2.31 GB", limit: "2.01 GB" });
});

test("percent are written in the reader's language", () => {
  expect(plain(formatPercent(62, "en"))).toBe("62%");
  expect(plain(formatPercent(62, "fr"))).toBe("62 %");
});
