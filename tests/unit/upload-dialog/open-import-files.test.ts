import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { IMPORT_FILES_MAX } from "#app/domain/limits/imports.ts";
import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import { openFiles } from "#app/features/upload/import/open-files.ts";

const AROUND = { timeZone: "Europe/Madrid", room: IMPORT_FILES_MAX };
const MTIME = new Date(2026, 10, 19, 9, 30);
const zipped = (files: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [name, typeof content === "string" ? strToU8(content) : content]),
    ),
    { mtime: MTIME },
  );
const fileOf = (name: string, bytes: Uint8Array | string) =>
  new File([typeof bytes === "string" ? bytes : bytes.slice()], name, { lastModified: 1000 });
const chosen = (...files: File[]) => files.map((file) => ({ file, isInFolder: false }));

async function textsOf(opened: Awaited<ReturnType<typeof openFiles>>): Promise<string[]> {
  return Promise.all(
    opened.files.map(async ({ name, content }) => `${name}: ${new TextDecoder().decode(await content())}`),
  );
}

test("a ZIP gives its transcripts without their folders, and names what it leaves out", async () => {
  const zip = zipped({
    "2026/a.vtt": "one",
    "2026/deep/b.SRT": "two",
    "sound.mp3": "x",
    "2026/": "",
    "__MACOSX/2026/._a.vtt": "x",
    ".DS_Store": "x",
  });
  const opened = await openFiles(chosen(fileOf("export.zip", zip)), AROUND);
  expect(await textsOf(opened)).toEqual(["a.vtt: one", "b.SRT: two"]);
  expect(opened).toMatchObject({ leftOut: ["sound.mp3"], damaged: [], isCut: false });
  // A ZIP has wall time without a zone.
  expect(opened.files[0]?.modifiedAt).toBe(Date.parse("2026-11-19T09:30+01:00"));
});

test("files that were chosen one by one are all answered; those of a folder only where they may be transcripts", async () => {
  const [text, sound] = [fileOf("a.txt", "one"), fileOf("b.mp3", "x")];
  const one = await openFiles(chosen(text, sound), AROUND);
  expect(one.files.map(({ name, modifiedAt }) => [name, modifiedAt])).toEqual([
    ["a.txt", 1000],
    ["b.mp3", 1000],
  ]);
  const folder = await openFiles(
    [
      { file: text, isInFolder: true },
      { file: sound, isInFolder: true },
    ],
    AROUND,
  );
  expect(folder.files.map(({ name }) => name)).toEqual(["a.txt"]);
  expect(folder.leftOut).toEqual(["b.mp3"]);
});

test.each<[string, Uint8Array]>([
  ["nothing but a name", strToU8("no ZIP")],
  ["a broken end", zipped({ "a.vtt": "one" }).subarray(0, 40)],
])("a ZIP with %s is named as damaged", async (_what, bytes) => {
  expect(await openFiles(chosen(fileOf("export.zip", bytes)), AROUND)).toMatchObject({
    files: [],
    damaged: ["export.zip"],
  });
});

test("an entry that is encrypted, or damaged, is named, and the others are read", async () => {
  const zip = zipped({ "a.vtt": "one", "b.vtt": "two".repeat(100), "c.vtt": "three" });
  const directory = new TextDecoder("latin1").decode(zip).indexOf("PK\u0001\u0002");
  const encrypted = zip.slice();
  encrypted[directory + 8] = 1;
  const opened = await openFiles(chosen(fileOf("export.zip", encrypted)), AROUND);
  expect(opened.damaged).toEqual(["a.vtt"]);
  expect(opened.files.map(({ name }) => name)).toEqual(["b.vtt", "c.vtt"]);
});

test("a small ZIP that swells is left out at the limit of a transcript", async () => {
  const zip = zipped({ "a.vtt": new Uint8Array(4 * TRANSCRIPT_BYTES_MAX), "b.vtt": "two" });
  expect(zip.length).toBeLessThan(100_000);
  const opened = await openFiles(chosen(fileOf("export.zip", zip)), AROUND);
  expect(opened.damaged).toEqual(["a.vtt"]);
  expect(opened.files.map(({ name }) => name)).toEqual(["b.vtt"]);
});

test("more files than an import takes are cut, and it is said", async () => {
  const many = zipped(Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`${index}.vtt`, "one"])));
  const opened = await openFiles(chosen(fileOf("export.zip", many)), { ...AROUND, room: 10 });
  expect(opened.files).toHaveLength(10);
  expect(opened.isCut).toBe(true);
});
