import { expect, test } from "vitest";
import { parseSecretBoxKeys, secretBox, type SecretBoxKey } from "#app/server/secrets/secret-box.ts";

const key = (name: string, byte: number): SecretBoxKey => ({ name, bytes: new Uint8Array(32).fill(byte) });
const OLD = key("2026a", 1);
const NEW = key("2026b", 2);
const ABOUT = "calendar/u-1";

test("opens what it sealed, and seals the same secret differently each time", async () => {
  const box = secretBox([NEW]);
  const sealed = await Promise.all([box.seal("a token é", ABOUT), box.seal("a token é", ABOUT)]);
  expect(sealed[0]).not.toBe(sealed[1]);
  expect(sealed[0]).toMatch(/^v1\.2026b\./);
  expect(sealed[0]).not.toContain("token");
  expect(await Promise.all(sealed.map((one) => box.open(one, ABOUT)))).toEqual(["a token é", "a token é"]);
});

test("a key is changed in three steps: added behind, moved ahead, the old one removed", async () => {
  const before = await secretBox([OLD]).seal("token", ABOUT);
  const during = secretBox([NEW, OLD]);
  expect(await during.open(before, ABOUT)).toBe("token");
  expect(during.isCurrent(before)).toBe(false);
  const again = await during.seal("token", ABOUT);
  expect(during.isCurrent(again)).toBe(true);
  const after = secretBox([NEW]);
  expect(await after.open(again, ABOUT)).toBe("token");
  expect(await after.open(before, ABOUT)).toBeNull();
});

test("does not open what was changed, belongs to another row, or names another key", async () => {
  const box = secretBox([NEW, OLD]);
  const sealed = await box.seal("token", ABOUT);
  expect(await box.open(sealed, "calendar/u-2")).toBeNull();
  expect(await box.open(sealed.replace("v1.2026b", "v1.2026a"), ABOUT)).toBeNull();
  const letter = sealed.at(-3) === "A" ? "B" : "A";
  expect(await box.open(`${sealed.slice(0, -3)}${letter}${sealed.slice(-2)}`, ABOUT)).toBeNull();
  for (const text of ["", "v1", "v2.2026b.a.b", `${sealed}.more`, "v1.2026b.%.%"]) {
    expect(await box.open(text, ABOUT)).toBeNull();
  }
});

const K1 = btoa("1".repeat(32));
const K2 = btoa("2".repeat(32));

test("parses one or two named keys, the sealing one first", () => {
  expect(parseSecretBoxKeys(`2026b:${K2}, 2026a:${K1}`)?.map(({ name, bytes }) => [name, bytes.length])).toEqual([
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
])("refuses %s", (_name, text) => {
  expect(parseSecretBoxKeys(text)).toBeNull();
});
