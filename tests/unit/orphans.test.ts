import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Miniflare } from "miniflare";
import { expect, test } from "vitest";
import { UPLOAD_UNFINISHED_MS_MAX } from "#app/domain/limits/uploads.ts";
import { openLocalState } from "#tests/support/local-state.ts";
import { type Accounts, orphansOf } from "#tests/support/orphans.ts";
import { ageUploads, orphansIn } from "#tests/support/sweep-a-week-later.ts";
import { applyMigrations } from "../../workers/local/apply-migrations.mjs";

const [MEETING, RECORDING, CALL, CALL_RECORDING, NOBODY] = ["m", "r", "c", "d", "n"].map((letter) => letter.repeat(24));
const NOW = Date.UTC(2026, 10, 22);
const ORIGINAL = `recordings/${RECORDING}/original-one.mp4`;
const upload = { meetId: MEETING ?? "", key: ORIGINAL, uploadId: "going-on", createdAt: NOW - 1000 };
const accounts: Accounts = {
  meetings: [
    { id: MEETING ?? "", recordingId: RECORDING ?? "", source: "upload", status: "SUMMARIZED" },
    { id: CALL ?? "", recordingId: CALL_RECORDING ?? "", source: "invite", status: "SUMMARIZED" },
  ],
  unfinished: [upload],
};
const orphans = (keys: string[], openUploads: { key: string; uploadId: string }[] = [], over: Partial<Accounts> = {}) =>
  orphansOf({ ...accounts, ...over }, { keys, openUploads }, NOW);

test.each([
  `meetings/${MEETING}/birth.json`,
  `meetings/${MEETING}/minutes-en-3.pdf`,
  ORIGINAL,
  `recordings/${RECORDING}/transcript-one.vtt`,
  `recordings/${RECORDING}/text/en/whisper-1/etag-0.json`,
  `recordings/${RECORDING}/sound/0-digest.m4a`,
  `recordings/${CALL_RECORDING}/call-one.mp4`,
  `recordings/${CALL_RECORDING}/pieces/sound-0-000001.m4s`,
  `recordings/${CALL_RECORDING}/audio/3.m4a`,
  `calls/${CALL}.json`,
  `outbox/${"0a".repeat(16)}.json`,
])("%s is accounted for", (key) => {
  expect(orphans([key])).toEqual([]);
});

test.each([
  ["of a meeting that is gone", `meetings/${NOBODY}/birth.json`, "its meeting is gone or never was"],
  ["of a recording without a row", `recordings/${NOBODY}/original-one.mp4`, "no meeting stands on its recording"],
  ["of no kind", `recordings/${RECORDING}/copy.mp4`, "no file of such a recording"],
  ["of a call beside an upload", `recordings/${RECORDING}/audio/3.m4a`, "no file of such a recording"],
  ["of an upload beside a call", `recordings/${CALL_RECORDING}/original-one.mp4`, "no file of such a recording"],
  ["of a meeting that no meeting has", `meetings/${MEETING}/notes.txt`, "no file of a meeting"],
  ["somewhere else", "notes.txt", "no key of ours"],
])("a key %s is an orphan, by name", (_name, key, why) => {
  expect(orphans([ORIGINAL, key])).toEqual([`${key}: ${why}`]);
});

test("of two files of one recording none can be said to be the right one", () => {
  const other = `recordings/${RECORDING}/original-two.mp4`;
  expect(orphans([ORIGINAL, other])).toEqual([`${ORIGINAL}: one of several`, `${other}: one of several`]);
  // While the meeting waits, neither has been accepted.
  const meetings = accounts.meetings.map((meeting) => ({ ...meeting, status: "TORECORD" }));
  expect(orphans([ORIGINAL, other], [], { meetings })).toEqual([]);
});

test("a recording on which no meeting stands is nobody's", () => {
  const meetings = accounts.meetings.filter(({ id }) => id !== MEETING);
  expect(orphans([ORIGINAL], [], { meetings, unfinished: [] })).toHaveLength(1);
});

test("sound that came ahead is an orphan once no video is awaited any more", () => {
  const sound = `recordings/${RECORDING}/sound/0-digest.m4a`;
  expect(orphans([sound], [], { unfinished: [] })).toEqual([`${sound}: its video is not awaited`]);
});

test("an unfinished upload belongs to a row that may still be gone on with, or to a call", () => {
  const going = { key: ORIGINAL, uploadId: "going-on" };
  const begunAnew = { key: ORIGINAL, uploadId: "begun-before-that" };
  const call = { key: `recordings/${CALL_RECORDING}/call-one.mp4`, uploadId: "call" };
  expect(orphans([], [going, call])).toEqual([]);
  expect(orphans([], [going, begunAnew])).toEqual([
    `unfinished upload begun-before… of ${ORIGINAL}: nobody can go on with it`,
  ]);
  const over = { unfinished: [{ ...upload, createdAt: NOW - UPLOAD_UNFINISHED_MS_MAX }] };
  expect(orphans([], [going], over)).toHaveLength(2);
  expect(orphans([], [], { meetings: [] })).toEqual([`row of an unfinished upload of ${MEETING}: it is over`]);
});

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The state folder of an Acta, made by the library that plays D1 and R2 there, with what the test puts into it. */
async function stateFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-orphans-"));
  const acta = new Miniflare({
    modules: true,
    script: "export default {}",
    d1Databases: { DB: "00000000-0000-0000-0000-000000000000" },
    r2Buckets: { RECORDINGS: "acta-recordings" },
    cf: false,
    d1Persist: path.join(folder, "state/v3/d1"),
    r2Persist: path.join(folder, "state/v3/r2"),
  });
  const database = await acta.getD1Database("DB");
  await applyMigrations(database, path.join(root, "migrations"));
  const close = async () => {
    await acta.dispose();
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, bucket: await acta.getR2Bucket("RECORDINGS"), close };
}

test("in a store on the disk a planted key and a planted unfinished upload are found while another process holds it", async () => {
  const { folder, bucket, close } = await stateFolder();
  const state = await openLocalState(path.join(folder, "state"));
  try {
    const begun = await bucket.createMultipartUpload(ORIGINAL);
    const planted = await bucket.createMultipartUpload(`recordings/${NOBODY}/original-one.mp4`);
    await (await bucket.createMultipartUpload("aborted")).abort();
    const joined = await bucket.createMultipartUpload(`recordings/${NOBODY}/original-two.mp4`);
    await joined.complete([await joined.uploadPart(1, "bytes")]);
    const insert = (table: string, row: Record<string, string | number>) =>
      state.rows(
        `INSERT INTO ${table} ("${Object.keys(row).join('", "')}") VALUES (${Object.keys(row).fill("?").join()})`,
        ...Object.values(row),
      );
    const [user, at] = ["u".repeat(24), Date.now()];
    await insert("users", { id: user, name: "Ada", email: "ada@example.org", terms_accepted_at: at, created_at: at });
    const meeting = {
      id: MEETING ?? "",
      workspace_id: user,
      created_by: user,
      title: "T",
      starts_at: at,
      time_zone: "UTC",
    };
    const rest = { language: "en", source: "upload", status: "TORECORD", recording_id: RECORDING ?? "", sequence: 1 };
    await insert("meetings", { ...meeting, ...rest, created_at: at, updated_at: at });
    const unfinished = {
      meet_id: MEETING ?? "",
      workspace_id: user,
      created_by: user,
      key: ORIGINAL,
      upload_id: begun.uploadId,
    };
    const file = { part_bytes: 1, file_bytes: 1, file_name: "a.mp4", file_modified_at: at, file_digest: "d" };
    await insert("unfinished_uploads", { ...unfinished, ...file, title: "T", created_at: at, touched_at: at });

    expect(await orphansIn(state)).toEqual([
      `${joined.key}: no meeting stands on its recording`,
      `unfinished upload ${planted.uploadId.slice(0, 12)}… of ${planted.key}: nobody can go on with it`,
    ]);
    await planted.abort();
    await bucket.delete(joined.key);
    expect(await orphansIn(state)).toEqual([]);
    await ageUploads(state, ["somebody.else@example.org"]);
    expect(await orphansIn(state)).toEqual([]);
    await ageUploads(state, ["ada@example.org"]);
    expect(await orphansIn(state)).toEqual([
      `row of an unfinished upload of ${MEETING}: it is over`,
      `unfinished upload ${begun.uploadId.slice(0, 12)}… of ${ORIGINAL}: nobody can go on with it`,
    ]);
  } finally {
    await state.close();
    await close();
  }
}, 60_000);
