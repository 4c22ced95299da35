import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { closeDataFolder, closeToOthers } from "../../workers/local/private-files.mjs";

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-private-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function modeOf(file: string): Promise<string> {
  return ((await stat(file)).mode & 0o777).toString(8);
}

/** A data folder as versions before this one left it: readable by everybody. */
async function openDataFolder(): Promise<string> {
  const folder = path.join(await aFolder(), "data");
  const files = ["state/v3/d1/lists.sqlite", "state/v3/r2/blobs/one", "logs/worker.log", "recorder/bots/b/order.json"];
  for (const file of [...files, "worker.json", "admin-token"]) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), "content\n");
    await chmod(path.join(folder, file), 0o644);
  }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await chmod(path.join(entry.parentPath, entry.name), 0o755);
  }
  await chmod(folder, 0o777);
  return folder;
}

test("a data folder that was open is closed whole: folders 0700, files 0600", async () => {
  const folder = await openDataFolder();
  await closeDataFolder(folder);
  const modes = new Set<string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    modes.add(`${entry.isDirectory() ? "folder" : "file"} ${await modeOf(path.join(entry.parentPath, entry.name))}`);
  }
  expect([...modes].toSorted()).toEqual(["file 600", "folder 700"]);
  expect(await modeOf(folder)).toBe("700");
});

test("a data folder that is not there is made closed", async () => {
  const folder = path.join(await aFolder(), "new", "data");
  await closeDataFolder(folder);
  expect(await modeOf(folder)).toBe("700");
});

test("a folder in which other things lie stays open, and so do those; Acta's own part is closed", async () => {
  const folder = await openDataFolder();
  await writeFile(path.join(folder, "holiday.jpg"), "mine", { mode: 0o644 });
  await chmod(path.join(folder, "holiday.jpg"), 0o644);
  await closeDataFolder(folder);
  expect(await modeOf(folder)).toBe("777");
  expect(await modeOf(path.join(folder, "holiday.jpg"))).toBe("644");
  for (const name of ["state", "logs", "recorder"]) expect(await modeOf(path.join(folder, name))).toBe("700");
});

test("a start that was cut off while closing is made good by the next: a folder is closed after what is in it", async () => {
  const folder = await openDataFolder();
  await chmod(path.join(folder, "state/v3/d1"), 0o700);
  await closeDataFolder(folder);
  expect(await modeOf(path.join(folder, "state/v3/r2/blobs/one"))).toBe("600");
});

test("a link inside is not followed", async () => {
  const folder = await openDataFolder();
  const elsewhere = path.join(await aFolder(), "elsewhere");
  await writeFile(elsewhere, "theirs");
  await chmod(elsewhere, 0o644);
  await symlink(elsewhere, path.join(folder, "state/link"));
  await closeDataFolder(folder);
  expect(await modeOf(elsewhere)).toBe("644");
});

test("the log of an earlier version loses its tokens; a closed log is left as it is", async () => {
  const folder = await openDataFolder();
  const log = path.join(folder, "logs/worker.log");
  const token = "0a1b2c3d4e5f6g7h8j9kamanap";
  const lines = ['{"event":"sweep.done"}', `failed: /s/${token}/pdf`];
  await writeFile(log, `${lines.join("\n")}\n`);
  await closeDataFolder(folder);
  expect(await readFile(log, "utf8")).toBe('{"event":"sweep.done"}\nfailed: /s/…/pdf\n');
  expect(await modeOf(log)).toBe("600");
  expect(await readdir(path.join(folder, "logs"))).toEqual(["worker.log"]);

  await writeFile(log, "kept as it is: /s/token\n");
  await closeDataFolder(folder);
  expect(await readFile(log, "utf8")).toBe("kept as it is: /s/token\n");
});

test(".dev.vars is closed too, where there is one", async () => {
  const file = path.join(await aFolder(), ".dev.vars");
  closeToOthers(file);
  await writeFile(file, "SPEECH_API_KEY=x");
  await chmod(file, 0o664);
  closeToOthers(file);
  expect(await modeOf(file)).toBe("600");
});
