import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { personKeyOf, titleKeyOf } from "#app/domain/meeting/list.ts";
import type { EndReason, MeetingStatus } from "#app/domain/meeting/status.ts";

/** A row of the lists, for pages that only read them: there is no meeting object behind it. */
export type SeedMeeting = {
  /** 24 letters of an id. */
  id: string;
  title: string;
  /** A string that is no status stands for a row that a page cannot read. */
  status: MeetingStatus | (string & {});
  reason?: EndReason;
  startsAt: number;
  durationMs?: number | null;
  recognisedMs?: number;
  wantedMs?: number;
  taskCount?: number;
  language?: MeetingLanguage;
  people?: readonly string[];
};

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Writes rows (again, also where they were deleted) into the lists of a running Acta, as somebody who has signed in once, known by the address. */
export async function seedMeetings(stateDir: string, email: string, meetings: readonly SeedMeeting[]): Promise<void> {
  await runSql(stateDir, meetings.map((meeting) => insert(email, meeting)).join("\n"));
}

/** Another process has the same database: Acta itself. Its write may hold the lock longer than SQLite waits. */
const LOCK_TRIES_MAX = 5;

/** Runs SQL on the lists of a running Acta, as one transaction, and begins again while Acta holds the lock. */
export async function runSql(stateDir: string, sql: string): Promise<void> {
  const dir = await mkdtemp(path.join(tmpdir(), "acta-seed-"));
  const file = path.join(dir, "seed.sql");
  await writeFile(file, sql);
  let end = await execute(stateDir, file);
  for (let tries = 1; isLocked(end) && tries < LOCK_TRIES_MAX; tries += 1) end = await execute(stateDir, file);
  await rm(dir, { recursive: true, force: true });
  if (end.code !== 0) throw new Error(`the SQL did not run:\n${end.written}`);
}

type End = { code: unknown; written: string };

const isLocked = ({ code, written }: End) => code !== 0 && written.includes("SQLITE_BUSY");

async function execute(stateDir: string, file: string): Promise<End> {
  const wrangler = path.join(root, "node_modules/wrangler/bin/wrangler.js");
  const args = ["d1", "execute", "acta", "--local", `--persist-to=${stateDir}`, `--file=${file}`, "--yes"];
  const child = spawn(process.execPath, [wrangler, ...args], {
    cwd: root,
    env: { ...process.env, CI: "1", NO_COLOR: "1", WRANGLER_SEND_METRICS: "false" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => (written += String(bytes)));
  const [code] = await once(child, "close");
  return { code, written };
}

function insert(email: string, meeting: SeedMeeting): string {
  const { id, title, status, startsAt, reason, durationMs = 47 * 60_000 } = meeting;
  const row = {
    id,
    title,
    title_key: titleKeyOf(title),
    starts_at: startsAt,
    time_zone: "Europe/Madrid",
    language: meeting.language ?? "en",
    source: "upload",
    // No meeting object has it, so that deleting the row is left to the use case.
    recording_id: id,
    duration_ms: durationMs,
    status,
    reason: reason ?? null,
    recognised_ms: meeting.recognisedMs ?? 0,
    wanted_ms: meeting.wantedMs ?? 0,
    task_count: meeting.taskCount ?? null,
    sequence: 1,
    created_at: startsAt,
    updated_at: startsAt,
  };
  const columns = Object.keys(row);
  const values = Object.values(row).map(quoted).join(", ");
  const updates = columns.map((column) => `${column} = excluded.${column}`).join(", ");
  // An upsert: REPLACE deletes without the trigger that keeps the counts.
  return [
    `INSERT INTO meetings (workspace_id, created_by, ${columns.join(", ")}) SELECT id, id, ${values} FROM users
     WHERE email = ${quoted(email)} ON CONFLICT (id) DO UPDATE SET ${updates}, role = 'organizer', deleted_at = NULL;`,
    ...(meeting.people ?? []).map((name) => personOf(email, meeting, name)),
  ].join("\n");
}

function personOf(email: string, { id, title, startsAt }: SeedMeeting, name: string): string {
  const values = [id, personKeyOf(name), name, startsAt, titleKeyOf(title)].map(quoted).join(", ");
  return `INSERT OR REPLACE INTO meeting_people (workspace_id, created_by, meet_id, person_key, name, starts_at, title_key)
    SELECT id, id, ${values} FROM users WHERE email = ${quoted(email)};`;
}

function quoted(value: string | number | null): string {
  return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
}
