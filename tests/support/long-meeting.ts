import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, vi } from "vitest";
import { type MeetId, personalWorkspaceOf, type UserId } from "#app/domain/ids.ts";
import { standInForSpeech } from "#tests/fakes/speech-server.ts";
import { fixture } from "#tests/support/fixture.ts";
import { openLive } from "#tests/support/live-page.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { toldWorkspace } from "#tests/support/told-workspace.ts";
import { beginUpload, objectOf, putBytes } from "#tests/support/upload-meeting.ts";

/** For worker tests: a meeting with its minutes, and a page that is open on it. */
export async function meetingWithMinutes({ plan = "free" }: { plan?: string } = {}) {
  standInForSpeech();
  const { userId, cookie } = await signIn({ plan });
  const { meetId, details, ...birth } = await beginUpload({ userId });
  await putBytes(birth, await fixture("talk-captions.mp4"));
  await objectOf(meetId).acceptUpload(userId, details);
  const page = await openLive(meetId, cookie);
  await page.until(({ view }) => view().head.status === "SUMMARIZED" && view().head.pdf === "ready");
  await toldWorkspace(objectOf(meetId));
  await settled(userId);
  return { meetId, userId, cookie, page };
}

/** Until search, mail and deliveries have had the meeting's events, and its mail is sent: their trips would count with the next request. */
export async function settled(userId: UserId): Promise<void> {
  const workspace = env.WORKSPACES.getByName(personalWorkspaceOf(userId));
  const behind = () =>
    runInDurableObject(workspace, (_object, { storage }) =>
      storage.sql
        .exec("select 1 from consumers where told < (select max(position) from events) union all select 1 from outbox")
        .toArray(),
    );
  await vi.waitFor(async () => expect(await behind()).toEqual([]), { timeout: 20_000, interval: 20 });
}

/** An upload of a person from its first byte to its minutes and their PDF, with all that follows them; no page is open on it. */
export async function uploadUntilMinutes(userId: UserId): Promise<void> {
  const { meetId, details, ...birth } = await beginUpload({ userId });
  await putBytes(birth, await fixture("talk-captions.mp4"));
  const object = objectOf(meetId);
  await object.acceptUpload(userId, details);
  await vi.waitFor(
    async () =>
      expect((await object.view({ kind: "owner", userId }))?.head).toMatchObject({
        status: "SUMMARIZED",
        pdf: "ready",
      }),
    { timeout: 20_000, interval: 50 },
  );
  await toldWorkspace(object);
  await settled(userId);
}

/** Windows of five minutes in four hours, and the lines that each leaves in the meeting's log. */
const [WINDOWS, LINES] = [48, 3];

/**
 * Gives a meeting the transcript of four hours in which two people speak in turn, with the windows and the log that its recording would have
 * left: recognising four hours takes minutes.
 */
export async function makeLong(meetId: MeetId, segments = 5800): Promise<void> {
  await runInDurableObject(objectOf(meetId), (_object, { storage }) => {
    const numbers = (count: number) =>
      `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n + 1 < ${count})`;
    storage.transactionSync(() => {
      storage.sql.exec(
        `insert into segments (position, id, start_ms, end_ms, text, speaker) ${numbers(segments)}
         select 1000 + n, 'long-' || n, 60000 + n * 2400, 62000 + n * 2400, 'We agreed on point ' || n || ' in the end.',
           'Speaker ' || (1 + n / 5 % 2) from numbers`,
      );
      storage.sql.exec(
        `insert or ignore into recognised_windows (position, start_ms, end_ms, segments, dropped) ${numbers(WINDOWS)}
         select 100 + n, n * 300000, n * 300000 + 300000, '[]', 0 from numbers`,
      );
      const first = storage.sql.exec<{ last: number }>("select max(sequence) as last from event_log").one().last;
      storage.sql.exec(
        `insert into event_log (sequence, at, event, status, reason, summary_changed) ${numbers(WINDOWS * LINES)}
         select ${first} + 1 + n, at, 'window-recognised', status, null, 0
         from numbers join (select at, status from event_log where sequence = ${first})`,
      );
      storage.sql.exec("update meeting set sequence = (select max(sequence) from event_log)");
    });
  });
}
