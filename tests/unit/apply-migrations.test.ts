import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Miniflare } from "miniflare";
import { expect, test } from "vitest";
import { applyMigrations, OldDatabaseError } from "../../workers/local/apply-migrations.mjs";

const MIGRATIONS = path.resolve(import.meta.dirname, "../../migrations");

test("migrations are applied once and in order, each whole or not at all, and the next run goes on after the last", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-migrations-"));
  const miniflare = new Miniflare({ modules: true, script: "export default {}", d1Databases: ["DB"], cf: false });
  try {
    const database = await miniflare.getD1Database("DB");
    const namesOf = async (query: string) =>
      (await database.prepare(query).all<{ name: string }>()).results.map(({ name }) => name);
    const recorded = () => namesOf("SELECT name FROM d1_migrations ORDER BY id");
    const tables = () => namesOf("SELECT name FROM sqlite_master WHERE name LIKE 'part_%' ORDER BY name");

    await writeFile(
      path.join(folder, "0001_two.sql"),
      "CREATE TABLE part_two (id TEXT);\n--> statement-breakpoint\nALTER TABLE part_nine ADD other TEXT;",
    );
    await writeFile(path.join(folder, "0000_one.sql"), "CREATE TABLE part_one (id TEXT);");
    await expect(applyMigrations(database, folder)).rejects.toThrow("part_nine");
    expect([await recorded(), await tables()]).toEqual([["0000_one.sql"], ["part_one"]]);

    await writeFile(path.join(folder, "0001_two.sql"), "CREATE TABLE part_two (id TEXT);");
    expect(await applyMigrations(database, folder)).toEqual(["0001_two.sql"]);
    expect(await applyMigrations(database, folder)).toEqual([]);
    expect(await tables()).toEqual(["part_one", "part_two"]);

    // An older Acta lacks the last file, and changes nothing.
    await rm(path.join(folder, "0001_two.sql"));
    await expect(applyMigrations(database, folder)).rejects.toThrow("of a newer Acta, which has 0001_two.sql");
  } finally {
    await miniflare.dispose();
    await rm(folder, { recursive: true, force: true });
  }
});

test("a database of before the first file was made of earlier ones goes on with its rows, and an older one is refused as it is", async () => {
  const miniflare = new Miniflare({
    modules: true,
    script: "export default {}",
    d1Databases: ["NOW", "OLD"],
    cf: false,
  });
  const before = await mkdtemp(path.join(tmpdir(), "acta-migrations-"));
  try {
    await copyFile(path.join(MIGRATIONS, "0042_sent_tasks.sql"), path.join(before, "0042_sent_tasks.sql"));
    const now = await miniflare.getD1Database("NOW");
    await applyMigrations(now, before);
    // Its own list has the names of all that the file replaces.
    await now.prepare("INSERT INTO d1_migrations (name) VALUES ('0000_first.sql'), ('0041_merged_meetings.sql')").run();
    await now
      .prepare(
        `INSERT INTO meetings (id, workspace_id, created_by, title, starts_at, time_zone, language, source, door, status, sequence,
           created_at, updated_at) VALUES ('m', 'w', 'w', 'Rooms', 1, 'UTC', 'en', 'invitation', 'waiting', 'TORECORD', 1, 1, 1)`,
      )
      .run();
    expect(await applyMigrations(now, MIGRATIONS)).toContain("0043_true_names.sql");
    expect((await now.prepare("SELECT title, lobby_state FROM meetings").all()).results).toEqual([
      { title: "Rooms", lobby_state: "waiting" },
    ]);

    const old = await miniflare.getD1Database("OLD");
    await applyMigrations(old, await mkdtemp(path.join(before, "none-")));
    await old.prepare("INSERT INTO d1_migrations (name) VALUES ('0000_first.sql'), ('0041_merged_meetings.sql')").run();
    await expect(applyMigrations(old, MIGRATIONS)).rejects.toThrow(OldDatabaseError);
    const tables = "SELECT name FROM sqlite_master WHERE name = 'meetings'";
    expect((await old.prepare(tables).all()).results).toEqual([]);
  } finally {
    await miniflare.dispose();
    await rm(before, { recursive: true, force: true });
  }
});
