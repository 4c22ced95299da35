import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newMeetId, newRecordingId, randomId } from "#app/domain/ids.ts";
import { hashToken } from "#app/server/identity/session.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings, shareLinks } from "#app/server/db/schema.ts";
import type { Services } from "#app/server/services.ts";
import { openShared } from "#app/server/sharing/open-shared.ts";
import { ownedBy } from "#tests/support/owned-by.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** Which of the links that open nothing somebody has must not show in what they are told, nor in what it costs to tell them. */
type Kind = "never given" | "revoked" | "ended" | "of a deleted meeting" | "standing";
const DEAD = ["never given", "revoked", "ended", "of a deleted meeting"] as const;
const NOW = Date.UTC(2026, 10, 21);

/** The token of a link of this kind. */
async function linkOf(kind: Kind): Promise<string> {
  const token = randomId();
  if (kind === "never given") return token;
  const { userId } = await signIn();
  const id = newMeetId();
  const db = openDatabase(env.DB);
  await db.insert(meetings).values({
    id,
    ...ownedBy(userId),
    recordingId: newRecordingId(),
    title: "Berths",
    startsAt: 1,
    timeZone: "UTC",
    language: "en",
    source: "upload",
    status: "SUMMARIZED",
    sequence: 1,
    createdAt: 1,
    updatedAt: 1,
    deletedAt: kind === "of a deleted meeting" ? 2 : null,
  });
  await db.insert(shareLinks).values({
    tokenHash: await hashToken(token),
    linkId: randomId(),
    meetId: id,
    ...ownedBy(userId),
    parts: JSON.stringify(["summary"]),
    createdAt: 1,
    expiresAt: kind === "ended" ? NOW - 1 : null,
    revokedAt: kind === "revoked" ? NOW - 1 : null,
  });
  return token;
}

/** D1 that notes what it is asked, word for word, and nothing of the parameters. */
function notedDatabase(): { binding: D1Database; asked: string[] } {
  const asked: string[] = [];
  const binding = new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare") {
        return (sql: string) => {
          asked.push(sql);
          return target.prepare(sql);
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { binding, asked };
}

async function workOf(kind: Kind) {
  const token = await linkOf(kind);
  const { binding, asked } = notedDatabase();
  const objects: string[] = [];
  const later: Promise<unknown>[] = [];
  const services = {
    db: openDatabase(binding),
    now: () => NOW,
    meetings: {
      sharedView: (meetId: string) => {
        objects.push(meetId);
        return Promise.resolve(null);
      },
    },
    waitUntil: (work: Promise<unknown>) => void later.push(work),
  } as unknown as Pick<Services, "db" | "now" | "meetings" | "waitUntil">;
  const opened = await openShared(services, { token, opening: () => Promise.resolve(null) });
  return { opened, asked, objects: objects.length, later: later.length };
}

test("a link that stands asks its meeting's object", async () => {
  expect(await workOf("standing")).toMatchObject({ objects: 1, asked: [expect.stringContaining("share_links")] });
});

test.each(DEAD)(
  "a link %s costs one and the same query, asks no object and leaves nothing to be done",
  async (kind) => {
    const [reference, work] = [await workOf("never given"), await workOf(kind)];
    expect(work).toEqual(reference);
    expect(work).toMatchObject({ opened: null, asked: [expect.any(String)], objects: 0, later: 0 });
  },
);
