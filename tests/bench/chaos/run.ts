import { readFile } from "node:fs/promises";
import { type ChaosMeeting, orphansIn, wrongIn } from "#tests/bench/chaos/inspect.ts";
import { startChaosEngines } from "#tests/bench/chaos/engines.ts";
import { type KillableActa, startKillableActa } from "#tests/support/killable-acta.ts";
import { type Row, rowsOf } from "#tests/support/look-inside.ts";
import { makeUser } from "#tests/support/make-user.ts";
import { markedRecording } from "#tests/support/marked-recording.ts";
import { uploadPersistently } from "#tests/support/persistent-upload.ts";
import { seededRandom } from "#tests/support/seeded-random.ts";

/**
 * A hundred meetings at once, engines that often fail, and workerd killed ten times at random: every meeting has to end correctly,
 * with no row, object or key left over. Run after `npm run build`:
 *
 *  npx tsx tests/bench/chaos/run.ts [seed]     (CHAOS_MEETINGS=100, CHAOS_MINUTES=12)
 */
const MEETINGS = Number(process.env.CHAOS_MEETINGS ?? 100);
const KILLS = 10;
/** Uploads and windows of one meeting: about four pieces of work. No kill happens in the last of them. */
const KILL_SPAN = 3.5;
const USERS = 7;
const MS_MAX = Number(process.env.CHAOS_MINUTES ?? 12) * 60_000;
const PROGRESS_TURNS = 10;
let kills = 0;
const seed = Number(process.argv[2] ?? 1);
const random = seededRandom(seed);

const engines = await startChaosEngines(random);
const acta = await startKillableActa("workers/entry.ts", engines.variables);
try {
  process.exitCode = (await chaos(acta)) ? 0 : 1;
} finally {
  await acta.stop();
  await engines.stop();
}

async function chaos(acta: KillableActa): Promise<boolean> {
  const database = acta.inside.database;
  const users = [];
  for (let each = 0; each < USERS; each += 1) users.push(await makeUser(database, { plan: "pro" }));
  const meetings = await recordings(users.map(({ cookie }) => cookie));
  const startedAt = Date.now();
  const killing = killAtRandom(acta, meetings);
  const uploads = meetings.map(async (meeting) => {
    const { title, cookie, bytes } = meeting;
    const submissionId = `chaos-${title.replace(/\W/g, "-")}`;
    const sent = await uploadPersistently({ origin: acta.origin, cookie, title, bytes, submissionId, msMax: MS_MAX });
    meeting.meetId = sent.meetId;
    meeting.refusal = sent.refusal;
  });
  const manual = { retries: 0 };
  const watching = watch(acta, meetings, manual, startedAt + MS_MAX);
  await Promise.all(uploads);
  const uploadedMs = Date.now() - startedAt;
  await killing;
  const unfinished = await watching;
  const seconds = (Date.now() - startedAt) / 1000;

  const wrong = [...unfinished, ...(await wrongIn(acta, meetings)), ...(await orphansIn(acta, meetings, users))];
  report({ seconds, uploadedSeconds: uploadedMs / 1000, manualRetries: manual.retries, wrong });
  return wrong.length === 0;
}

/** Mostly speech of three or four windows, some with captions, some that must be refused. */
async function recordings(cookies: string[]): Promise<ChaosMeeting[]> {
  const captions = new Uint8Array(await readFile("tests/fixtures/talk-captions.mp4"));
  const silent = new Uint8Array(await readFile("tests/fixtures/no-audio.mp4"));
  return Array.from({ length: MEETINGS }, (_, index) => {
    const common = {
      title: `Meeting ${index}`,
      cookie: cookies[index % cookies.length] ?? "",
      meetId: "",
      refusal: null,
    };
    if (index % 20 === 7) return { ...common, kind: "refused", seconds: 0, bytes: silent };
    if (index % 10 === 3) return { ...common, kind: "captions", seconds: 0, bytes: captions };
    const seconds = 620 + Math.floor(random() * 560);
    return { ...common, kind: "speech", seconds, bytes: new Uint8Array(markedRecording(seconds, `#${index}`)) };
  });
}

/** Kills after random amounts of work, not at random times, so that a slow machine is not killed before it has done anything. */
async function killAtRandom(acta: KillableActa, meetings: ChaosMeeting[]): Promise<void> {
  const done = () => meetings.filter(({ meetId }) => meetId !== "").length + engines.asked.speech;
  const moments = Array.from({ length: KILLS }, () => Math.floor(random() * MEETINGS * KILL_SPAN));
  for (const moment of moments.toSorted((one, other) => one - other)) {
    while (done() < moment) await new Promise((resolve) => setTimeout(resolve, 50));
    await new Promise((resolve) => setTimeout(resolve, random() * 1000));
    await acta.kill();
    await acta.start();
    kills += 1;
  }
}

/** Retries each failed meeting, as a person does with the button. Returns the meetings that did not end by `deadline`. */
async function watch(
  acta: KillableActa,
  meetings: ChaosMeeting[],
  manual: { retries: number },
  deadline: number,
): Promise<string[]> {
  for (let turn = 1; ; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const rows = await readRows(acta);
    const open = meetings.filter(({ meetId, kind }) => {
      const row = rows.find(({ id }) => id === meetId);
      if (!row) return true;
      return kind === "refused" ? row.deleted_at === null : row.status !== "SUMMARIZED";
    });
    if (turn % PROGRESS_TURNS === 0) process.stderr.write(`${progressOf(rows, open.length)}\n`);
    if (open.length === 0) return [];
    if (Date.now() > deadline) return open.map(({ title, meetId }) => `${title} (${meetId}) did not end`);
    for (const { meetId, cookie } of open) {
      const status = String(rows.find(({ id }) => id === meetId)?.status);
      if (!status.startsWith("ERROR_")) continue;
      const headers = { Cookie: cookie, Origin: acta.origin };
      const url = `${acta.origin}/api/acta/meetings/${meetId}/retry`;
      const asked = await fetch(url, { method: "POST", headers }).catch(() => null);
      if (asked?.ok) manual.retries += 1;
    }
  }
}

function progressOf(rows: Row[], open: number): string {
  const statuses = new Map<string, number>();
  for (const { status } of rows) statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
  const counts = [...statuses].map(([status, count]) => `${status} ${count}`).join(", ");
  return `${open} to go, ${kills} killed: ${counts}; ${engines.asked.speech} + ${engines.asked.language} questions`;
}

/** Returns no rows while Acta is dead; a query that is under way at a kill may never be answered. */
async function readRows(acta: KillableActa): Promise<Row[]> {
  const late = new Promise<Row[]>((resolve) => setTimeout(() => resolve([]), 3000));
  const read = async () => rowsOf(acta, "SELECT * FROM meetings");
  return Promise.race([read().catch(() => []), late]);
}

function report(end: { seconds: number; uploadedSeconds: number; manualRetries: number; wrong: string[] }): void {
  const { faults, asked, paid } = engines;
  const events = new Map<string, number>();
  for (const { event } of acta.log()) events.set(String(event), (events.get(String(event)) ?? 0) + 1);
  const repeats = [...paid.values()].reduce((sum, times) => sum + times - 1, 0);
  const lines = {
    seed,
    meetings: MEETINGS,
    kills: KILLS,
    "seconds until all uploads were taken": end.uploadedSeconds.toFixed(1),
    "seconds until everything had ended": end.seconds.toFixed(1),
    "questions to the speech engine": asked.speech,
    "windows of speech": paid.size,
    "windows paid for more than once": [...paid.values()].filter((times) => times > 1).length,
    "payments too many": repeats,
    "most payments for one window": Math.max(...paid.values()),
    "questions to the language model": asked.language,
    "steps that failed and were tried again": events.get("meeting.step.failed") ?? 0,
    "summaries by the extractive engine instead": events.get("meeting.summary.fallback") ?? 0,
    "retries by hand": end.manualRetries,
    ...Object.fromEntries(
      [...faults]
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(([name, times]) => [`fault: ${name}`, times]),
    ),
  };
  for (const [name, value] of Object.entries(lines)) process.stdout.write(`${name.padEnd(44)} ${value}\n`);
  process.stdout.write(end.wrong.length === 0 ? "everything ended right\n" : `WRONG:\n${end.wrong.join("\n")}\n`);
}
