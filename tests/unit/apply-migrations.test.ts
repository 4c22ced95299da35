import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Miniflare } from "miniflare";
import { expect, test } from "vitest";
import { applyMigrations } from "../../workers/local/apply-migrations.mjs";

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
