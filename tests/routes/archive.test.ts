import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { meetingExport } from "#app/contracts/meeting/meeting-export.ts";
import { fixture } from "#tests/support/fixture.ts";
import { type KillableActa, startKillableActa } from "#tests/support/killable-acta.ts";
import { eventually, rowsOf, viewOf } from "#tests/support/look-inside.ts";
import { makeUser } from "#tests/support/make-user.ts";
import { uploadPersistently } from "#tests/support/persistent-upload.ts";

/** The archive as a browser stores it, opened by Info-ZIP's unzip and compared with the database. Left out where unzip is missing. */
const UNZIP = "/usr/bin/unzip";
const hasUnzip = await readFile(UNZIP).then(
  () => true,
  () => false,
);
const END_MS_MAX = 60_000;
const TITLE = "Seminar rooms: «què»";

let acta: KillableActa;
const folder = mkdtempSync(path.join(tmpdir(), "acta-archive-"));
beforeAll(async () => {
  acta = await startKillableActa("workers/entry.ts", {}, { rateLimited: false });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await acta?.stop();
});

describe.skipIf(!hasUnzip)("opened by unzip", () => {
  test("the archive has the rows of the database, and the recording byte for byte", async () => {
    const bytes = await fixture("talk-captions.mp4");
    const { origin } = acta;
    const { cookie, userId } = await makeUser(acta.inside.database);
    const upload = { origin, cookie, title: TITLE, bytes, submissionId: "archive-of-everything", msMax: END_MS_MAX };
    const { meetId } = await uploadPersistently(upload);
    const view = await eventually(
      () => viewOf(acta, meetId, cookie),
      (seen) => seen?.head.status === "SUMMARIZED" && seen.head.pdf === "ready",
      END_MS_MAX,
    );
    const answer = await fetch(`${origin}/api/acta/user/archive`, { headers: { Cookie: cookie } });
    expect(answer.status).toBe(200);
    const file = path.join(folder, "archive.zip");
    await writeFile(file, new Uint8Array(await answer.arrayBuffer()));
    expect(execFileSync(UNZIP, ["-t", file], { encoding: "utf8" })).toContain("No errors detected");
    execFileSync(UNZIP, ["-q", file, "-d", path.join(folder, "opened")]);

    const account = JSON.parse(await readFile(path.join(folder, "opened/account.json"), "utf8"));
    const [person] = await rowsOf(acta, "SELECT * FROM users WHERE id = ?", userId);
    expect(account.person).toMatchObject({ id: userId, name: person?.name, email: person?.email });
    const usage = await rowsOf(acta, "SELECT meet_id FROM usage_ledger WHERE workspace_id = ?", userId);
    expect(account.usage.map((row: { meetId: string }) => row.meetId)).toEqual(usage.map((row) => row.meet_id));

    const folders = await readdir(path.join(folder, "opened/meetings"));
    const listed = await rowsOf(acta, "SELECT id, title FROM meetings WHERE created_by = ?", userId);
    expect(folders).toHaveLength(listed.length);
    const own = path.join(folder, "opened/meetings", folders[0] ?? "none");
    const exported = meetingExport.parse(JSON.parse(await readFile(path.join(own, "meeting.json"), "utf8")));
    expect(exported.meeting).toMatchObject({ id: listed[0]?.id, title: listed[0]?.title });
    expect(exported.transcript.map((segment) => segment.text)).toEqual(view?.segments.map((segment) => segment.text));
    expect(new Uint8Array(await readFile(path.join(own, "recording.mp4")))).toEqual(bytes);

    const other = await makeUser(acta.inside.database);
    const chosen = (by: string, meetings: string) =>
      fetch(`${origin}/api/acta/user/archive?meetings=${meetings}`, { headers: { Cookie: by } });
    const names = async (by: string, meetings: string) => {
      await writeFile(file, new Uint8Array(await (await chosen(by, meetings)).arrayBuffer()));
      return execFileSync(UNZIP, ["-Z1", file], { encoding: "utf8" }).trim().split("\n");
    };
    const ofOne = await names(cookie, meetId);
    expect(ofOne).toContain(`meetings/${folders[0]}/recording.mp4`);
    expect(ofOne).not.toContain("account.json");
    // Another person's meeting is left out, as one that does not exist is.
    expect(await names(other.cookie, meetId)).toEqual(["index.html"]);
    expect((await chosen(cookie, "nothing")).status).toBe(422);
  });
});
