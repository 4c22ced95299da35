// Calendars at scale: `npx remix vite:build && npx tsx tests/bench/calendars/run.ts [accounts] [due] [measures]`; without numbers a
// size that takes some minutes, in full `100000 1000`. `measures`: all, or some of sync,move,day,rows,hand-over. Production's Worker in
// workerd with its D1, and the stand-in for Google beside it. Fails above the limits of §4 of the specification of calendars. Each object has
// some eight open files, and a process may have so many only: more due events than DUE_OF_STAGE_MAX get more Actas.
import { loadavg } from "node:os";
import { isNotNull } from "drizzle-orm";
import { CALENDAR_JOIN_LEAD_MS } from "#app/domain/limits/calendars.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/limits/units.ts";
import { meetingClaims } from "#app/server/db/schema.ts";
import { cpuSecondsOf, openInspector, workerdsOf } from "#tests/bench/media/workerd.ts";
import { openStage, type Stage } from "#tests/bench/calendars/stage.ts";
import { dueAccounts } from "#workers/cron/join-calendars.ts";

const [accounts = 5000, due = 100] = process.argv.slice(2, 4).map(Number);
const MEASURES = ["sync", "move", "day", "rows", "hand-over"];
const measures = new Set(process.argv[4]?.split(",") ?? MEASURES);
const MEET = "https://meet.google.com/abc-defg-hij";
const HAND_OVER_S_MAX = 20;
/** With 20,000 open files at most. */
const DUE_OF_STAGE_MAX = 350;
const SYNC_BYTES_MAX = 64e6;
const PUSH_S_MAX = 5;
const SOON_S_MAX = 60;

const line = (what: string, value: string) => process.stdout.write(`${what.padEnd(58)} ${value}\n`);
const seconds = (from: number) => (performance.now() - from) / 1000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
function limit(what: string, value: number, most: number, unit: string): void {
  line(what, `${value.toFixed(1)} ${unit} (at most ${most})`);
  if (value > most) process.exitCode = 1;
}

/** Rows in D1 as the objects write them. Their own objects do not exist: only due accounts need one. */
async function fill({ acta }: Stage): Promise<void> {
  const begun = performance.now();
  const { database } = acta.inside;
  const batch = 50_000;
  const base = Date.now() + 20 * MINUTE_MS;
  for (let from = 0; from < accounts; from += batch) {
    // Half of them have an event to be joined, over the next 35 days, none of them due.
    await database
      .prepare(
        `WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?2)
         INSERT INTO calendar_accounts (id, user_id, workspace_id, provider, subject, name, state, next_sync_at, created_at, join_at)
         SELECT 'a' || i, 'u' || i, 'u' || i, 'google', 's' || i, 'Main', 'ok', ?3, 0,
           CASE i % 2 WHEN 1 THEN ?4 + (i * 7919 % 50000) * 60000 END FROM n`,
      )
      .bind(from, Math.min(accounts, from + batch), base + DAY_MS, base)
      .run();
  }
  line("rows written to D1", `${accounts} accounts in ${seconds(begun).toFixed(0)} s`);
}

/** The rows that D1 reports as read for the query of each minute. */
async function rowsRead(stage: Stage, what: string): Promise<void> {
  const { sql, params } = dueAccounts(stage.db, Date.now()).toSQL();
  const begun = performance.now();
  const { meta, results } = await stage.acta.inside.database
    .prepare(sql)
    .bind(...params)
    .all();
  line(what, `${meta.rows_read} rows read for ${results.length} due, ${(seconds(begun) * 1000).toFixed(0)} ms`);
  if (meta.rows_read > 2 * results.length + 2) process.exitCode = 1;
}

/** Events due in one minute, spread over as many Actas as the limit of open files asks for. All begin at the same time. */
async function measureHandOver(first: Stage): Promise<void> {
  const begun = performance.now();
  const others: Stage[] = [];
  for (let at = DUE_OF_STAGE_MAX; at < due; at += DUE_OF_STAGE_MAX) others.push(await openStage());
  const stages = [first, ...others];
  try {
    // All in one minute, which is due once every account is open.
    const startsAt = Date.now() + Math.max(1, Math.ceil(due / 500)) * MINUTE_MS + CALENDAR_JOIN_LEAD_MS;
    const lanes = Array.from({ length: 20 }, async (_each, lane) => {
      for (let at = lane; at < due; at += 20) {
        const joinUrl = `https://meet.google.com/${room(at)}`;
        const stage = stages[at % stages.length] ?? first;
        await stage.open(({ account, calendar }) => {
          stage.state.addEvent(account, calendar, { startsAt: startsAt + (at % 60) * 1000, joinUrl });
        });
      }
    });
    await Promise.all(lanes);
    line("accounts connected and read, each with an object", `${due} in ${seconds(begun).toFixed(0)} s`);
    await pause(Math.max(0, startsAt + MINUTE_MS - CALENDAR_JOIN_LEAD_MS - Date.now()));
    for (const stage of stages)
      await rowsRead(stage, `the minute's query of one of ${stages.length} with its part of ${due}`);
    const pids = workerdsOf(process.pid);
    const cpu = () => pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
    const cpuBefore = cpu();
    const handing = performance.now();
    await Promise.all(stages.map(handOverDue));
    const took = seconds(handing);
    line(
      "CPU of workerd for each meeting, its D1 and R2 included",
      `${(((cpu() - cpuBefore) / due) * 1000).toFixed(1)} ms`,
    );
    line("time for each meeting", `${((took / due) * 1000).toFixed(1)} ms`);
    await countHanded(stages);
    limit(`${due} starting in one minute are handed over within`, took, HAND_OVER_S_MAX, "s");
  } finally {
    await Promise.all(others.map((stage) => stage.stop()));
  }
}

/** The minute's cron. */
async function handOverDue({ acta: { origin } }: Stage): Promise<void> {
  const answer = await fetch(`${origin}/_local/cron?each=minute`, { method: "POST", headers: { Origin: origin } });
  await answer.text();
}

async function countHanded(stages: readonly Stage[]): Promise<void> {
  const counted = await Promise.all(stages.map(({ db }) => db.$count(meetingClaims, isNotNull(meetingClaims.roomKey))));
  const handed = counted.reduce((sum, rows) => sum + rows, 0);
  line("events with a meeting", `${handed} of ${due}`);
  if (handed === due) return;
  process.exitCode = 1;
  for (const { acta } of stages) for (const [cause, times] of causesIn(acta.log())) line(cause, String(times));
}

/** Log lines by their event and cause, and how many there are of each. */
function causesIn(log: readonly Record<string, unknown>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { event, error, reason } of log) {
    const cause = [event, error ?? reason].filter(Boolean).join(" ");
    counts.set(cause, (counts.get(cause) ?? 0) + 1);
  }
  return counts;
}

/** "abc-defg-hij" of a number. */
function room(at: number): string {
  const letters = Array.from(at.toString(26).padStart(10, "0"), (digit) =>
    String.fromCharCode(97 + Number.parseInt(digit, 26)),
  ).join("");
  return `${letters.slice(0, 3)}-${letters.slice(3, 7)}-${letters.slice(7)}`;
}

async function measureFullSync(stage: Stage): Promise<void> {
  const { accountId, userId, birth } = await stage.open(
    ({ account, calendar }) => {
      for (let at = 0; at < 10_000; at += 1) {
        const startsAt = Date.now() + HOUR_MS + at * 4 * MINUTE_MS;
        const description = `Agenda ${"point, ".repeat(40)}${at}`;
        stage.state.addEvent(account, calendar, { startsAt, joinUrl: MEET, description });
      }
    },
    { isRead: false },
  );
  const memory = await openInspector(stage.inspectorPort, "acta");
  const before = await memory.settle();
  const watch = memory.watch();
  const begun = performance.now();
  let state = await stage.ask(`/_bench/begin?account=${accountId}`, birth);
  for (let turn = 0; turn < 10 && state !== "ok"; turn += 1)
    state = await stage.ask(`/_bench/sync?account=${accountId}`);
  const took = seconds(begun);
  const highest = await watch.stop();
  memory.close();
  const stored = await stage.listed(userId);
  line("full sync", `${stored.length} events in the lists after ${took.toFixed(1)} s, state ${String(state)}`);
  line("the isolate's memory before it", `${(before / 1e6).toFixed(1)} MB`);
  limit("the isolate's memory at the most, garbage included", highest / 1e6, SYNC_BYTES_MAX / 1e6, "MB");
}

/** Seconds until the lists have the new time of an event that starts in ten minutes. */
async function measureMove(stage: Stage, sendsNotifications: boolean): Promise<number> {
  const { accountId, userId, person } = await stage.open(({ account, calendar }) => {
    stage.state.addEvent(account, calendar, { id: "moved", startsAt: Date.now() + 10 * MINUTE_MS, joinUrl: MEET });
  });
  // The sync that follows the opening of the channel.
  await stage.ask(`/_bench/sync?account=${accountId}`);
  await pause(3000);
  stage.orders.sendsNotifications = sendsNotifications;
  const startsAt = Date.now() + 12 * MINUTE_MS;
  const begun = performance.now();
  stage.state.changeEvent(person.calendar, "moved", { startsAt });
  for (;;) {
    const [listed] = await stage.listed(userId);
    if (listed === startsAt) return seconds(begun);
    if (seconds(begun) > 2 * SOON_S_MAX) return Number.POSITIVE_INFINITY;
    await pause(50);
  }
}

/** A day of an account without push: its syncs by its own clock, and the requests that they cost. */
async function measureCalls(stage: Stage): Promise<void> {
  const dayStart = Date.now() + HOUR_MS;
  const { accountId } = await stage.open(({ account, calendar }) => {
    for (const hour of [8, 9, 10, 11, 13, 14, 15, 16]) {
      stage.state.addEvent(account, calendar, { startsAt: dayStart + hour * HOUR_MS, joinUrl: MEET });
    }
  });
  stage.orders.sendsNotifications = false;
  await stage.setClock(HOUR_MS);
  await stage.ask(`/_bench/sync?account=${accountId}`);
  const perHour = new Map<number, number>();
  let [longestMs, lastAt] = [0, dayStart];
  for (;;) {
    const at = Number(await stage.ask(`/_bench/next?account=${accountId}`));
    if (at > dayStart + DAY_MS) break;
    await stage.setClock(at - Date.now() + 1);
    const before = stage.counted.requests;
    await stage.ask(`/_bench/sync?account=${accountId}`);
    const hour = Math.floor((at - dayStart) / HOUR_MS);
    perHour.set(hour, (perHour.get(hour) ?? 0) + stage.counted.requests - before);
    longestMs = Math.max(longestMs, at - lastAt);
    lastAt = at;
  }
  await stage.setClock(0);
  const all = [...perHour.values()].reduce((sum, each) => sum + each, 0);
  const [most, least] = [Math.max(...perHour.values()), Math.min(...perHour.values())];
  const shown = `${(all / 24).toFixed(1)} on average, ${least} in a quiet hour, ${most} in an hour with a meeting`;
  line("requests to Google an hour for an account, 8 meetings a day", shown);
  limit("longest time between two syncs", longestMs / MINUTE_MS, 15, "min");
}

const stage = await openStage();
try {
  line("load at the start", loadavg()[0]?.toFixed(1) ?? "");
  if (measures.has("sync")) await measureFullSync(stage);
  if (measures.has("move")) {
    limit("a moved event is known with push after", await measureMove(stage, true), PUSH_S_MAX, "s");
    limit("a moved event is known without push after", await measureMove(stage, false), SOON_S_MAX, "s");
  }
  if (measures.has("day")) await measureCalls(stage);
  stage.orders.sendsNotifications = true;
  if (measures.has("rows")) {
    await rowsRead(stage, "the minute's query before D1 is filled");
    await fill(stage);
    await rowsRead(stage, `the minute's query with ${accounts} accounts`);
  }
  if (measures.has("hand-over")) await measureHandOver(stage);
  line("load at the end", loadavg()[0]?.toFixed(1) ?? "");
} finally {
  await stage.stop();
}
