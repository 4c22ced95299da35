import { afterAll, beforeAll, expect, test } from "vitest";
import { bucket, type Case, database, storage, TEST_MS_MAX } from "#tests/crash/crashes.ts";
import { type CrashPoint, STRUCK } from "#tests/crash/crash-points.ts";
import { fixture } from "#tests/support/fixture.ts";
import { type KillableActa, startKillableActa } from "#tests/support/killable-acta.ts";
import { eventually, rowsOf, viewOf } from "#tests/support/look-inside.ts";
import { makeUser } from "#tests/support/make-user.ts";
import { uploadPersistently } from "#tests/support/persistent-upload.ts";

/** The deletion of an account is killed at each step, and completes by itself: by the object's alarm, or by the next sweep. */

const END_MS_MAX = 60_000;
const STEP_NOTED = storage("UPDATE account_deletion SET step");
/** Eight steps; the meetings take two turns, one that deletes and one that finds none. */
const END_NOTED = Array.from({ length: 9 }, () => STEP_NOTED);
type DeletionCase = [name: Case[0], when: Case[1], steps: Case[2]];

const CASES: DeletionCase[] = [
  ["the request is stored", "after", [database('insert into "account_deletions"')]],
  ["the sessions end", "before", [database('update "sessions" set "revoked_at"')]],
  ["the job is stored", "before", [storage("INTO account_deletion ")]],
  ["the first step is noted", "before", [STEP_NOTED]],
  ["the tokens are noted as revoked", "before", [STEP_NOTED, STEP_NOTED]],
  ["the subscriptions are noted as cancelled", "before", [STEP_NOTED, STEP_NOTED, STEP_NOTED]],
  ["a meeting is emptied", "before", [storage("UPDATE meeting SET details = NULL")]],
  ["a meeting becomes a tombstone", "before", [database('update "recordings" set "references"')]],
  ["a meeting becomes a tombstone", "after", [database('update "recordings" set "references"')]],
  ["its recording goes", "before", [bucket("delete", "original-")]],
  ["its recording goes", "after", [bucket("delete", "original-")]],
  ["the rows of the workspace go", "before", [database('delete from "usage_ledger"')]],
  ["the rows of the workspace go", "after", [database('delete from "usage_ledger"')]],
  ["the person goes", "before", [database('delete from "users"')]],
  ["the person goes", "after", [database('delete from "users"')]],
  ["the workspace's object is emptied", "before", [storage("DROP TABLE IF EXISTS search_meetings")]],
  ["the emptied workspace is noted", "before", END_NOTED.slice(1)],
  ["the receipt is in the outbox", "after", [database('delete from "users"'), bucket("put", "outbox/")]],
  ["the address is forgotten", "before", [database('update "account_deletions" set "email"')]],
  ["the end is noted", "before", END_NOTED],
];

let acta: KillableActa;
let bytes: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  bytes = await fixture("talk-captions.mp4");
  acta = await startKillableActa("tests/crash/worker.ts", {});
}, 120_000);
afterAll(() => acta?.stop());

async function stopsAt(point: CrashPoint): Promise<{ struck: Promise<void> }> {
  const struck = acta.says(STRUCK, END_MS_MAX);
  await acta.miniflare().dispatchFetch(`${acta.origin}/_crash`, { method: "POST", body: JSON.stringify(point) });
  return { struck };
}

const TITLE = "Seminar rooms, between us";

/** A person with a meeting that has its minutes. */
async function personWithMeeting() {
  const person = await makeUser(acta.inside.database, { plan: "pro" });
  const { cookie, userId } = person;
  const { meetId } = await uploadPersistently({
    origin: acta.origin,
    cookie,
    title: TITLE,
    bytes,
    submissionId: `delete-${userId}`,
    msMax: END_MS_MAX,
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

const askFor = ({ cookie, email }: Person) =>
  fetch(`${acta.origin}/api/acta/user/delete`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: acta.origin, "Content-Type": "application/json" },
    body: JSON.stringify({ confirmation: email }),
  });

/** Places that still name the person: rows of D1 as "table.column", and keys of R2. */
async function remainsOf({ userId, email, meetId, recordingId }: Person): Promise<string[]> {
  const tables = await rowsOf(acta, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*'");
  const found: string[] = [];
  for (const { name } of tables) {
    for (const row of await rowsOf(acta, `SELECT * FROM "${String(name)}"`)) {
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

test.each(CASES)("killed when %s (%s), the account is gone in the end", { timeout: TEST_MS_MAX }, async (...input) => {
  const [_name, when, steps] = input;
  const person = await personWithMeeting();
  const { struck } = await stopsAt({ steps, when });
  // The answer is lost with the process.
  const asked = askFor(person).catch(() => null);
  await struck;
  await acta.kill();
  await asked;
  await acta.start();
  // It comes every ten minutes.
  await fetch(`${acta.origin}/_local/cron`, { method: "POST", headers: { Origin: acta.origin } });
  const remains = await eventually(
    () => remainsOf(person),
    (found) => found.join() === MARK.join(),
    END_MS_MAX,
  );
  expect(remains).toEqual(MARK);
  const [deletion] = await rowsOf(acta, "SELECT * FROM account_deletions WHERE user_id = ?", person.userId);
  expect(deletion?.finished_at).not.toBeNull();
  const answer = await fetch(`${acta.origin}/api/acta/user/credits`, { headers: { Cookie: person.cookie } });
  expect(answer.status).toBe(401);
});

test("killed before the request is stored, nothing has happened, and asking again deletes the account", {
  timeout: TEST_MS_MAX,
}, async () => {
  const person = await personWithMeeting();
  const { struck } = await stopsAt({ steps: [database('insert into "account_deletions"')], when: "before" });
  const asked = askFor(person).catch(() => null);
  await struck;
  await acta.kill();
  await asked;
  await acta.start();
  expect((await viewOf(acta, person.meetId, person.cookie))?.head.title).toBe(TITLE);
  expect((await askFor(person)).status).toBe(204);
  await eventually(
    () => remainsOf(person),
    (found) => found.join() === MARK.join(),
    END_MS_MAX,
  );
});
