// Bytes of D1 for one meeting and for one person, by table and index, and what one database of 10 GB holds of both. Needs Debian's sqlite3.
//
//   npx tsx tests/bench/scale/row-bytes.ts
//
// Assumed of a meeting: a recording and a row of the ledger; every third is shown to a team and none names people, two of three are calls.
// They are of one year, so that a twelfth has its claim (meetings/sweep-claims.ts). Lists and the teams' indexes have taken all changes.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";
import { invariant } from "#app/domain/invariant.ts";
import { fitOf, PEOPLE_COUNTED, PERSON_SEED, PERSON_TABLES } from "#tests/bench/scale/person-bytes.ts";

const MEETINGS = 20_000;
const PEOPLE = 200;
const D1_BYTES_MAX = 10e9;
const NONE_BELOW = 10;

const migrations = readdirSync("migrations")
  .filter((name) => name.endsWith(".sql"))
  .sort()
  .map((name) => readFileSync(`migrations/${name}`, "utf8").replaceAll("--> statement-breakpoint", ""));

const SEED = `
PRAGMA foreign_keys = off;
CREATE TEMP TABLE owner AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${PEOPLE - 1})
  SELECT i, lower(hex(randomblob(12))) AS id FROM n;
INSERT INTO meetings (id, workspace_id, created_by, title, starts_at, time_zone, language, template_id, source, platform, duration_ms, participants,
    status, recording_id, recognised_ms, wanted_ms, task_count, sequence, created_at, updated_at, title_key, changed_at, series_key)
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MEETINGS})
  SELECT lower(hex(randomblob(12))), owner.id, owner.id, 'Weekly planning with the sales team ' || (n.i % 50), 1790000000000 + n.i * 3600000,
    'Europe/Madrid', 'es', iif(n.i % 2, lower(hex(randomblob(12))), NULL), iif(n.i % 3, 'meet', 'upload'), iif(n.i % 3, 'meet', NULL), 3600000, 4,
    'SUMMARIZED', lower(hex(randomblob(12))), 3600000, 3600000, 3, 40 + n.i % 20, 1790000000000 + n.i * 3600000, 1790000000000 + n.i * 3600000,
    '', 1790000000000 + n.i * 3600000, iif(n.i % 2, lower(hex(randomblob(16))), NULL)
  FROM n JOIN owner ON owner.i = (n.i * 7919) % ${PEOPLE};
UPDATE meetings SET open_tasks = 2;
INSERT INTO meeting_claims (workspace_id, created_by, key, meet_id, recording_id, created_at, room_key, room)
  SELECT workspace_id, created_by, 'event:' || lower(hex(randomblob(20))), id, recording_id, created_at,
    iif(platform IS NULL, NULL, lower(hex(randomblob(16)))), iif(platform IS NULL, NULL, lower(hex(randomblob(16)))) FROM meetings;
INSERT INTO usage_ledger (workspace_id, meet_id, kind, state, reserved_at, updated_at)
  SELECT workspace_id, id, iif(source = 'upload', 'upload', 'recording'), 'counted', created_at, created_at FROM meetings;
INSERT INTO meeting_visibility (meet_id, visibility, team_id, changed_by, changed_at)
  SELECT id, 'team', lower(hex(randomblob(12))), created_by, created_at FROM meetings WHERE rowid % 3 = 0;
DELETE FROM meeting_claims WHERE rowid % 12 <> 0;
DELETE FROM list_changes;
DELETE FROM team_index_changes;
${PERSON_SEED}
VACUUM;
SELECT coalesce(tbl_name, ''), dbstat.name, sum(pgsize) FROM dbstat LEFT JOIN sqlite_master ON sqlite_master.name = dbstat.name
  GROUP BY dbstat.name ORDER BY 3 DESC;`;

const { stdout, stderr, status } = spawnSync("sqlite3", ["-bail", ":memory:"], {
  input: [...migrations, SEED].join("\n"),
  encoding: "utf8",
});
invariant(status === 0, `sqlite3 ended with ${stderr}`);
const sizes = [...stdout.matchAll(/^(\w*)\|(\w+)\|(\d+)$/gmu)].map(([, table = "", name, bytes]) => {
  const isPersons = PERSON_TABLES.includes(table);
  return { isPersons, name, bytes: Number(bytes) / (isPersons ? PEOPLE_COUNTED : MEETINGS) };
});

/** Prints the parts of a meeting or a person, and answers the bytes of all. */
function print(what: string, isPersons: boolean): number {
  const parts = sizes.filter((each) => each.isPersons === isPersons);
  for (const { name, bytes } of parts.filter((each) => each.bytes >= NONE_BELOW)) {
    process.stdout.write(`${String(Math.round(bytes)).padStart(6)}  ${name}\n`);
  }
  const all = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const millions = D1_BYTES_MAX / all / 1e6;
  process.stdout.write(
    `${String(Math.round(all)).padStart(6)}  in all: ${millions.toFixed(1)} million ${what} in 10 GB\n`,
  );
  return all;
}

const meeting = print("meetings", false);
const person = print("people without meetings", true);
process.stdout.write(`        ${fitOf({ meeting, person, max: D1_BYTES_MAX })}\n`);
