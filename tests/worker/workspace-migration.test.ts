import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { openDatabase } from "#app/server/db/database.ts";
import { landedParts, unfinishedUploads } from "#app/server/db/schema-usage.ts";
import { meetings } from "#app/server/db/schema.ts";

type Row = Record<string, string | number | null>;

const OWNED = new Set([
  "meetings",
  "meeting_claims",
  "recordings",
  "usage_ledger",
  "unfinished_uploads",
  "share_links",
]);
const BEFORE = env.TEST_MIGRATIONS.findIndex(({ name }) => name.startsWith("0005_"));

/** Two people's rows in every table, as the code before workspaces wrote them. */
const ROWS: Record<string, Row[]> = {
  users: ["nora", "otto"].map((id, index) => ({
    id,
    name: id,
    email: `${id}@example.test`,
    email_verified: 1,
    plan: index === 0 ? "pro" : "free",
    locale: "ca",
    time_zone: "Europe/Madrid",
    onboarded_at: 5,
    terms_accepted_at: 4,
    created_at: 3 + index,
  })),
  identities: [
    { provider: "google", subject: "1", user_id: "nora", email: null, created_at: 1, last_used_at: 2 },
    { provider: "microsoft", subject: "2", user_id: "otto", email: null, created_at: 1, last_used_at: 2 },
  ],
  sessions: [
    {
      id_hash: "hash",
      user_id: "nora",
      provider: "google",
      created_at: 1,
      last_seen_at: 2,
      expires_at: 3,
      revoked_at: null,
      user_agent: null,
    },
  ],
  session_streams: [{ session_hash: "hash", meet_id: "m1", opened_at: 1 }],
  sign_in_attempts: [
    {
      state_hash: "s",
      provider: "google",
      code_verifier: "v",
      nonce: "n",
      return_to: "/",
      browser_hash: "b",
      created_at: 1,
    },
  ],
  meetings: [
    meetingRow("m1", "nora", { platform: "meet", door: "waiting", reason: "no-speech", task_count: 2 }),
    meetingRow("m2", "otto", { team_id: "never-used", deleted_at: 9, title: "" }),
  ],
  meeting_claims: [
    { owner_user_id: "nora", key: "upload:same", meet_id: "m1", recording_id: "r1", created_at: 1 },
    { owner_user_id: "otto", key: "upload:same", meet_id: "m2", recording_id: "r2", created_at: 2 },
  ],
  recordings: [
    {
      id: "r1",
      owner_user_id: "nora",
      source: "upload",
      size_bytes: 7,
      etag: "e",
      duration_ms: 8,
      references: 1,
      created_at: 1,
      deleted_at: null,
    },
  ],
  usage_ledger: [
    {
      meet_id: "m1",
      kind: "upload",
      owner_user_id: "nora",
      state: "counted",
      reason: null,
      reserved_at: 1,
      updated_at: 2,
    },
    {
      meet_id: "m2",
      kind: "recording",
      owner_user_id: "otto",
      state: "released",
      reason: "failed",
      reserved_at: 3,
      updated_at: 4,
    },
  ],
  unfinished_uploads: [
    {
      meet_id: "m1",
      owner_user_id: "nora",
      key: "k",
      upload_id: "u",
      part_bytes: 1,
      file_bytes: 2,
      file_name: "talk.mp4",
      file_modified_at: 3,
      file_digest: "d",
      title: "Talk",
      created_at: 4,
      touched_at: 5,
    },
  ],
  landed_parts: [
    { meet_id: "m1", upload_id: "u", number: 1, etag: "e1" },
    { meet_id: "m1", upload_id: "u", number: 2, etag: "e2" },
  ],
  share_links: [
    {
      token_hash: "t",
      link_id: "l",
      meet_id: "m1",
      owner_user_id: "nora",
      parts: '["summary"]',
      title_shown: 1,
      created_at: 1,
      expires_at: 2,
      revoked_at: null,
      opens: 3,
      last_opened_on: "2026-11-21",
    },
  ],
  audit_events: [{ id: 1, at: 1, user_id: "nora", action: "meeting.shared", subject_id: "m1" }],
};

function meetingRow(id: string, owner: string, over: Row): Row {
  return {
    id,
    owner_user_id: owner,
    team_id: null,
    role: "organizer",
    title: "Seminar rooms",
    starts_at: 1,
    time_zone: "Europe/Madrid",
    language: "en",
    template_id: null,
    source: "upload",
    platform: null,
    duration_ms: 2,
    participants: 3,
    status: "SUMMARIZED",
    reason: null,
    recording_id: `r-${id}`,
    recognised_ms: 4,
    wanted_ms: 5,
    task_count: null,
    sequence: 6,
    created_at: 7,
    updated_at: 8,
    deleted_at: null,
    door: null,
    ...over,
  };
}

const insert = (table: string, row: Row) =>
  env.DB.prepare(
    `INSERT INTO ${table} (${Object.keys(row)
      .map((column) => `"${column}"`)
      .join()}) VALUES (${Object.keys(row)
      .map(() => "?")
      .join()})`,
  ).bind(...Object.values(row));

const rowsOf = async (table: string) => (await env.DB.prepare(`SELECT * FROM ${table}`).all<Row>()).results;
const names = async (type: string) =>
  (await env.DB.prepare("SELECT name FROM sqlite_master WHERE type = ?").bind(type).all<{ name: string }>()).results
    .map(({ name }) => name)
    .filter((name) => !/^(_cf_|sqlite_|d1_)/.test(name));

/** A row as it is after the migration: its owner's personal workspace has the owner's id. */
function moved(table: string, { owner_user_id, team_id: _team, plan, ...row }: Row): Row {
  if (OWNED.has(table)) return { ...row, workspace_id: owner_user_id ?? null, created_by: owner_user_id ?? null };
  return table === "users" ? row : { ...row, ...(plan === undefined ? {} : { plan }) };
}

test("rows from before workspaces keep what they say, and belong to their owner's personal workspace", async () => {
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS.slice(0, BEFORE));
  expect(Object.keys(ROWS).toSorted()).toEqual((await names("table")).toSorted());
  for (const [table, rows] of Object.entries(ROWS)) {
    for (const row of rows) await insert(table, row).run();
    // Every column is given, so that none is forgotten below.
    expect(await rowsOf(table)).toEqual(rows);
  }

  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS.slice(0, BEFORE + 1));

  for (const [table, rows] of Object.entries(ROWS)) {
    expect(await rowsOf(table), table).toEqual(rows.map((row) => moved(table, row)));
  }
  expect(await rowsOf("workspaces")).toEqual([
    { id: "nora", kind: "personal", plan: "pro", created_at: 3 },
    { id: "otto", kind: "personal", plan: "free", created_at: 4 },
  ]);
  expect(await rowsOf("members")).toEqual([
    { workspace_id: "nora", user_id: "nora", role: "owner", joined_at: 3 },
    { workspace_id: "otto", user_id: "otto", role: "owner", joined_at: 4 },
  ]);
  expect((await env.DB.prepare("PRAGMA foreign_key_check").all()).results).toEqual([]);
});

test("rows from before the lists were counted are counted and sorted", async () => {
  const before = await rowsOf("meetings");
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  expect(await rowsOf("meetings")).toEqual(
    before.map((row) => ({
      ...row,
      title_key: String(row["title"]).toLowerCase(),
      status_group: "completed",
      source_kind: "upload",
      awaits_model: 0,
      merged_into: null,
      folder_id: null,
      archived_at: null,
      changed_at: row["deleted_at"] === null ? row["updated_at"] : 0,
    })),
  );
  const there = before.filter(({ deleted_at }) => deleted_at === null);
  expect(there).toHaveLength(1);
  expect(await rowsOf("meeting_counts")).toEqual([
    {
      workspace_id: "nora",
      created_by: "nora",
      status_group: "completed",
      count: 1,
      duration_ms: Number(there[0]?.["duration_ms"] ?? 0),
    },
  ]);
});

test("after the migration the tables have the columns and the indexes of the schema", async () => {
  const db = openDatabase(env.DB);
  // Reads every column by its name in the schema.
  expect(await db.select().from(meetings)).toMatchObject([{ workspaceId: "nora" }, { workspaceId: "otto" }]);
  expect(await db.select().from(unfinishedUploads)).toMatchObject([{ createdBy: "nora" }]);
  expect(await db.select().from(landedParts)).toHaveLength(2);
  expect(await names("index")).toEqual(
    expect.arrayContaining([
      "meetings_creator_starts",
      "meeting_claims_meet",
      "meeting_claims_created",
      "recordings_workspace",
      "usage_ledger_workspace",
      "unfinished_uploads_creator",
      "share_links_standing",
      "members_user",
    ]),
  );
  expect((await names("index")).filter((name) => name.includes("owner"))).toEqual([]);
  // A row without its creator is refused, as the schema says.
  const claim = insert("meeting_claims", {
    workspace_id: "nora",
    key: "k",
    meet_id: "m3",
    recording_id: "r",
    created_at: 1,
  });
  await expect(claim.run()).rejects.toThrow("NOT NULL");
  // Two members of one workspace may send the same submit.
  const same = { workspace_id: "nora", key: "upload:same", recording_id: "r", created_at: 1 };
  await insert("meeting_claims", { ...same, created_by: "otto", meet_id: "m4" }).run();
});
