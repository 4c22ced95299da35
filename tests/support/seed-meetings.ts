import path from "node:path";
import { fileURLToPath } from "node:url";
import { Miniflare } from "miniflare";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { personKeyOf, titleKeyOf } from "#app/domain/meeting/list.ts";
import type { EndReason, MeetingStatus } from "#app/domain/meeting/status.ts";
import { inspectorOptions, openInside } from "#tests/support/inspector.ts";
import { readWorkerOptions } from "../../workers/local/worker-options.mjs";

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
  await runSql(
    stateDir,
    meetings.flatMap((meeting) => insert(email, meeting)),
  );
}

export type SeedTask = {
  taskId: string;
  text: string;
  assigned: string;
  deadline: string | null;
  dueDay: string;
  startMs: number | null;
};

/** Gives a meeting these tasks in the lists of its owner, as a meeting does that writes its row. */
export async function seedTasks(stateDir: string, meetId: string, tasks: readonly SeedTask[]): Promise<void> {
  const json = JSON.stringify(
    tasks.map((task, position) => ({
      ...task,
      position,
      description: null,
      assignedKey: personKeyOf(task.assigned),
      done: false,
      unconfirmed: false,
    })),
  );
  const ofMeeting = `meet_id = ${quoted(meetId)}`;
  await runSql(stateDir, [
    `DELETE FROM list_changes WHERE ${ofMeeting};`,
    `INSERT INTO list_changes (workspace_id, meet_id, tasks)
     SELECT workspace_id, id, ${quoted(json)} FROM meetings WHERE id = ${quoted(meetId)};`,
  ]);
}

/** Another process has the same database: Acta itself. Its write may hold the lock longer than SQLite waits. */
const TRIES_MAX = 5;

/**
 * Runs statements on the lists of a running Acta, as one transaction, and begins again while Acta holds the lock. It also begins again when the
 * local D1 says "internal error", which a busy machine causes: statements that were done all the same are then refused by their keys.
 */
export async function runSql(stateDir: string, statements: readonly string[]): Promise<void> {
  const database = await listsOf(stateDir);
  for (let tries = 1; ; tries += 1) {
    try {
      await database.batch(statements.map((statement) => database.prepare(statement)));
      return;
    } catch (error) {
      if (tries === TRIES_MAX || !/SQLITE_BUSY|internal error/u.test(String(error))) throw error;
    }
  }
}

type Lists = { database: D1Database; dispose(): Promise<void> };

const opened = new Map<string, Promise<Lists>>();

/** The D1 of a data folder in a workerd of this process. Starting one for each query took longer than the tests. */
async function listsOf(stateDir: string): Promise<D1Database> {
  const known = opened.get(stateDir) ?? openLists(stateDir);
  opened.set(stateDir, known);
  return (await known).database;
}

async function openLists(stateDir: string): Promise<Lists> {
  const { compatibilityDate, d1Databases, r2Buckets } = await readWorkerOptions({
    root,
    dataDir: path.dirname(stateDir),
  });
  const miniflare = new Miniflare({
    workers: [inspectorOptions({ compatibilityDate, d1Databases, r2Buckets })],
    cf: false,
    defaultPersistRoot: path.join(stateDir, "v3"),
  });
  const { database } = openInside(() => miniflare);
  return { database, dispose: () => miniflare.dispose() };
}

/** Ends the workerds of this process, without which a program that is no test would not end. */
export async function closeLists(): Promise<void> {
  const all = [...opened.values()];
  opened.clear();
  for (const lists of all) await (await lists).dispose();
}

function insert(email: string, meeting: SeedMeeting): string[] {
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
    people: JSON.stringify((meeting.people ?? []).map((name) => [personKeyOf(name), name])),
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
  ];
}

function quoted(value: string | number | null): string {
  return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
}
