import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Miniflare } from "miniflare";
import { expect, test } from "vitest";
import { personKeyOf } from "#app/domain/meeting/list.ts";
import { namesInMinutes } from "#app/domain/tasks/task-list.ts";
import { applyMigrations } from "../../workers/local/apply-migrations.mjs";

const MIGRATIONS = path.resolve(import.meta.dirname, "../../migrations");
const NAMES = ["Łukasz Wójcik", "Søren Møller", "Đorđe Işık", "Guðrún Þórsdóttir", "Lukasz Wojcik", "Ana Puig"];
/** As keys were written before. */
const formerKeyOf = (name: string) =>
  name
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}+/gu, "");

test("stored names are found by the letters of any keyboard, also those from before", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-keys-"));
  const miniflare = new Miniflare({ modules: true, script: "export default {}", d1Databases: ["DB"], cf: false });
  try {
    const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).toSorted();
    const ours = files.findIndex((name) => name.includes("person_keys_of_plain_letters"));
    for (const name of files.slice(0, ours)) await copyFile(path.join(MIGRATIONS, name), path.join(folder, name));
    const database = await miniflare.getD1Database("DB");
    await applyMigrations(database, folder);
    const insert =
      "INSERT INTO meeting_people (meet_id, person_key, name, workspace_id, created_by, starts_at, title_key) VALUES ('m', ?, ?, 'w', 'w', 1, '')";
    for (const name of NAMES) await database.prepare(insert).bind(formerKeyOf(name), name).run();
    const last = files[ours] ?? "";
    await copyFile(path.join(MIGRATIONS, last), path.join(folder, last));
    expect(await applyMigrations(database, folder)).toEqual([last]);
    const { results } = await database.prepare("SELECT person_key FROM meeting_people").all<{ person_key: string }>();
    expect(results.map((row) => row.person_key).toSorted()).toEqual([...new Set(NAMES.map(personKeyOf))].toSorted());
  } finally {
    await miniflare.dispose();
    await rm(folder, { recursive: true, force: true });
  }
  expect([personKeyOf("Łukasz Wójcik"), namesInMinutes("Łukasz Wójcik")[0]]).toEqual(["lukasz wojcik", "lukasz"]);
});
