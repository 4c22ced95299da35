import { afterAll, beforeAll, expect, test } from "vitest";
import { DELETION_STEPS, type DeletionStep } from "#app/domain/privacy/account-deletion.ts";
import { bucket, database, storage } from "#tests/crash/crashes.ts";
import {
  END_MS_MAX,
  type KillCase,
  killTogether,
  makeSubject,
  stopsAt,
  TEST_MS_MAX,
} from "#tests/crash/kill-together.ts";
import { fixture } from "#tests/support/fixture.ts";
import { type KillableActa, startKillableActa } from "#tests/support/killable-acta.ts";
import { eventually, type Row, rowsOf, viewOf } from "#tests/support/look-inside.ts";
import { uploadPersistently } from "#tests/support/persistent-upload.ts";

/** The deletion of an account is killed at each step, and completes by itself: by the object's alarm, or by the next sweep. */

const STEP_NOTED = storage("UPDATE account_deletion SET step");
/** The meetings take two turns, one that deletes and one that finds none. */
const TURNS: readonly DeletionStep[] = DELETION_STEPS.flatMap((step) =>
  step === "delete-meetings" ? [step, step] : [step],
);
/** The note that a step is done. */
const noted = (step: DeletionStep) => Array.from({ length: TURNS.lastIndexOf(step) + 1 }, () => STEP_NOTED);
const CASES: KillCase[] = [
  ["the request is stored", "after", [database('insert into "account_deletions"')]],
  ["the sessions end", "before", [database('update "sessions" set "revoked_at"')]],
  ["the job is stored", "before", [storage("INTO account_deletion ")]],
  ["the ended sessions are noted", "before", noted("end-sessions")],
  ["the tokens are noted as revoked", "before", noted("revoke-tokens")],
  ["the teams are noted as left", "before", noted("leave-teams")],
  ["the chats are noted as deleted", "before", noted("delete-chats")],
  ["the subscriptions are noted as cancelled", "before", noted("cancel-subscriptions")],
  ["a meeting is emptied", "before", [storage("UPDATE meeting SET details = NULL")]],
  ["a meeting becomes a tombstone", "before", [database('delete from "recorded_notices"')]],
  ["a meeting becomes a tombstone", "after", [database('delete from "recorded_notices"')]],
  ["its recording goes", "before", [bucket("delete", "original-")]],
  ["its recording goes", "after", [bucket("delete", "original-")]],
  ["the rows of the workspace go", "before", [database('delete from "usage_ledger"')]],
  ["the rows of the workspace go", "after", [database('delete from "usage_ledger"')]],
  ["the person goes", "before", [database('delete from "users"')]],
  ["the person goes", "after", [database('delete from "users"')]],
  ["the workspace's object is emptied", "before", [storage("DROP TABLE IF EXISTS search_meetings")]],
  ["the emptied workspace is noted", "before", noted("empty-workspace")],
  ["the receipt is in the outbox", "after", [database('delete from "users"'), bucket("put", "outbox/")]],
  ["the address is forgotten", "before", [database('update "account_deletions" set "email"')]],
  ["the end is noted", "before", noted("send-receipt")],
];

let acta: KillableActa;
let bytes: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  bytes = await fixture("talk-captions.mp4");
  acta = await startKillableActa("tests/crash/worker.ts", {});
}, 120_000);
afterAll(() => acta?.stop());

const TITLE = "Seminar rooms, between us";

/** A person with a meeting that has its minutes. */
async function personWithMeeting() {
  const person = await makeSubject(acta);
  const { cookie, userId, headers } = person;
  const { meetId } = await uploadPersistently({
    origin: acta.origin,
    cookie,
    title: TITLE,
    bytes,
    submissionId: `delete-${userId}`,
    msMax: END_MS_MAX,
    headers,
  });
  await eventually(
    () => viewOf(acta, meetId, cookie),
    (view) => view?.head.status === "SUMMARIZED" && view.head.pdf === "ready",
    END_MS_MAX,
  );
  const [row] = await rowsOf(acta, "SELECT recording_id FROM meetings WHERE id = ?", meetId);
  return { ...person, meetId, recordingId: String(row?.recording_id), email: `${userId}@example.test` };
}

type Person = Awaited<ReturnType<typeof personWithMeeting>>;

const askFor = ({ cookie, email, headers }: Person) =>
  fetch(`${acta.origin}/api/acta/user/delete`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: acta.origin, "Content-Type": "application/json", ...headers },
    body: JSON.stringify({ confirmation: email }),
  });

/** Places that still name the person: rows of D1 as "table.column", and keys of R2. */
async function remainsOf({ userId, email, meetId, recordingId }: Person): Promise<string[]> {
  const tables = await rowsOf(acta, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*'");
  const found: string[] = [];
  const { database: d1 } = acta.inside;
  // One request: a kill's subjects look at all tables again and again.
  const contents = await d1.batch<Row>(tables.map(({ name }) => d1.prepare(`SELECT * FROM "${String(name)}"`)));
  for (const [table, { results }] of contents.entries()) {
    const name = tables[table]?.name;
    for (const row of results) {
      for (const [column, value] of Object.entries(row)) {
        const said = String(value);
        if ([userId, email, TITLE].some((text) => said.includes(text))) found.push(`${String(name)}.${column}`);
      }
    }
  }
  const keys = (await acta.inside.keys()).filter((key) => key.includes(meetId) || key.includes(recordingId));
  return [...found, ...keys].toSorted();
}

/** The mark of the deletion, which the sweep forgets within 24 hours. The address goes with the receipt. */
const MARK = ["account_deletions.user_id"];

const gone = (person: Person) =>
  eventually(
    () => remainsOf(person),
    (found) => found.join() === MARK.join(),
    END_MS_MAX,
  );

async function killAndStart() {
  await acta.kill();
  await acta.start();
}

const endOfCase = killTogether(CASES, {
  async begin([_name, when, steps]) {
    const person = await personWithMeeting();
    const { struck } = await stopsAt(acta, person, { steps, when });
    // The answer is lost with the process.
    askFor(person).catch(() => null);
    await struck;
    return person;
  },
  async kill() {
    await killAndStart();
    // It comes every ten minutes.
    await fetch(`${acta.origin}/_local/cron`, { method: "POST", headers: { Origin: acta.origin } });
  },
  async end(person) {
    const remains = await gone(person);
    const [deletion] = await rowsOf(acta, "SELECT * FROM account_deletions WHERE user_id = ?", person.userId);
    const { status } = await fetch(`${acta.origin}/api/acta/user/credits`, { headers: { Cookie: person.cookie } });
    return { remains, deletion, status };
  },
});

test.each(CASES)("killed when %s (%s), the account is gone in the end", { timeout: TEST_MS_MAX }, async (...input) => {
  const [name, when] = input;
  const { remains, deletion, status } = await endOfCase(name, when);
  expect(remains).toEqual(MARK);
  expect(deletion?.finished_at).not.toBeNull();
  expect(status).toBe(401);
});

test("killed before the request is stored, nothing has happened, and asking again deletes the account", {
  timeout: TEST_MS_MAX,
}, async () => {
  const person = await personWithMeeting();
  const steps = [database('insert into "account_deletions"')];
  const { struck } = await stopsAt(acta, person, { steps, when: "before" });
  const asked = askFor(person).catch(() => null);
  await struck;
  await killAndStart();
  await asked;
  expect((await viewOf(acta, person.meetId, person.cookie))?.head.title).toBe(TITLE);
  expect((await askFor(person)).status).toBe(204);
  expect(await gone(person)).toEqual(MARK);
});
