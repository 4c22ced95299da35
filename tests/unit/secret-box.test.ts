import { expect, test } from "vitest";
import { aesGcmSecretBox } from "#app/server/adapters/web-crypto/secret-box.ts";
import type { SecretBoxKey } from "#app/server/ports/secret-box.ts";
import { parseSecretBoxKeys } from "#workers/config-values.ts";

const key = (name: string, byte: number): SecretBoxKey => ({ name, bytes: new Uint8Array(32).fill(byte) });
const OLD = key("2026a", 1);
const NEW = key("2026b", 2);
const ROW = "calendar_tokens/u-1";

test.each([
  ["a token", "ya29.a0-token"],
  ["text outside ASCII", "contraseña ☂ 🔑"],
  ["an empty text", ""],
  ["1 MiB", "0123456789abcdef".repeat(65_536)],
])("opens what it sealed: %s", async (_name, secret) => {
  const box = aesGcmSecretBox([NEW]);
  const sealed = await box.seal(secret, ROW);
  expect(sealed).toMatch(/^v1\.2026b\.[A-Za-z0-9+/=]{16}\.[A-Za-z0-9+/=]+$/);
  // Compared without toBe, which would print a megabyte.
  expect((await box.open(sealed, ROW)) === secret).toBe(true);
});

test("seals the same secret differently each time, and not readably", async () => {
  const box = aesGcmSecretBox([NEW]);
  const [one, other] = await Promise.all([box.seal("a token", ROW), box.seal("a token", ROW)]);
  expect(one).not.toBe(other);
  expect(one).not.toContain(btoa("a token").slice(0, 8));
});

test("a key is replaced in three steps: the new one is put first, secrets are sealed again, the old one is removed", async () => {
  const before = await aesGcmSecretBox([OLD]).seal("token", ROW);
  const during = aesGcmSecretBox([NEW, OLD]);
  expect(await during.open(before, ROW)).toBe("token");
  expect(during.isCurrent(before)).toBe(false);
  const again = await during.seal("token", ROW);
  expect(during.isCurrent(again)).toBe(true);
  const after = aesGcmSecretBox([NEW]);
  expect(await after.open(again, ROW)).toBe("token");
  expect(await after.open(before, ROW)).toBeNull();
});

/** Another letter of base64 in one place. */
function changed(sealed: string, at: number): string {
  const index = at < 0 ? sealed.length + at : at;
  return `${sealed.slice(0, index)}${sealed[index] === "A" ? "B" : "A"}${sealed.slice(index + 1)}`;
}

test.each<[string, (sealed: string) => string]>([
  ["the encrypted text was changed", (sealed) => changed(sealed, -6)],
  ["the initialisation vector was changed", (sealed) => changed(sealed, "v1.2026b.".length + 2)],
  ["the encrypted text was cut", (sealed) => sealed.slice(0, -4)],
  ["the name of the other valid key stands in it", (sealed) => sealed.replace("2026b", "2026a")],
  // The same bytes under another name: only the authenticated name differs.
  ["the name of a key with the same bytes stands in it", (sealed) => sealed.replace("2026b", "alias")],
  ["the name of an unknown key stands in it", (sealed) => sealed.replace("2026b", "2025z")],
  ["it has another version", (sealed) => sealed.replace("v1", "v2")],
  ["something follows", (sealed) => `${sealed}.more`],
  ["it is empty", () => ""],
  ["it is no base64", () => "v1.2026b.%.%"],
  ["its initialisation vector is empty", (sealed) => sealed.replace(/\.[^.]+\.([^.]+)$/, "..$1")],
])("does not open a ciphertext if %s", async (_name, change) => {
  const box = aesGcmSecretBox([NEW, OLD, { name: "alias", bytes: NEW.bytes }]);
  const sealed = await box.seal("token", ROW);
  expect(await box.open(change(sealed), ROW)).toBeNull();
  expect(await box.open(sealed, ROW)).toBe("token");
});

test.each(["calendar_tokens/u-2", "crm_tokens/u-1", "", `${ROW} `])(
  "does not open a ciphertext that was moved to %j",
  async (context) => {
    const box = aesGcmSecretBox([NEW]);
    expect(await box.open(await box.seal("token", ROW), context)).toBeNull();
  },
);

const K1 = btoa("1".repeat(32));
const K2 = btoa("2".repeat(32));

test("parses one or two named keys, the sealing one first", () => {
  const names = (text: string) => parseSecretBoxKeys(text)?.map(({ name, bytes }) => [name, bytes.length]);
  expect(names(`2026a:${K1}`)).toEqual([["2026a", 32]]);
  expect(names(`2026b:${K2}, 2026a:${K1}`)).toEqual([
    ["2026b", 32],
    ["2026a", 32],
  ]);
});

test.each([
  ["no key", ""],
  ["no name", K1],
  ["a short key", `a:${btoa("short")}`],
  ["a name with a dot", `a.b:${K1}`],
  ["the same name twice", `a:${K1},a:${K2}`],
  ["three keys", `a:${K1},b:${K2},c:${K1}`],
])("refuses keys with %s", (_name, text) => {
  expect(parseSecretBoxKeys(text)).toBeNull();
});
