import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newMeetId, newRecordingId, newUserId, randomId } from "#app/domain/ids.ts";
import { sweepDeletions } from "#app/server/account/delete-account.ts";
import { r2RecordingStore } from "#app/server/adapters/r2/r2-recording-store.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { accountDeletions } from "#app/server/db/schema-account.ts";
import { deletedClips } from "#app/server/db/schema-clips.ts";
import { teamIndexChanges, teamInvitations, teams } from "#app/server/db/schema-teams.ts";
import { sweepPlans } from "#app/server/sharing/kept-plan.ts";
import { sweepTeams } from "#app/server/teams/sweep-teams.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { replacing } from "#tests/support/replacing.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";

/** Parts of the sweep of which one thing fails: the others are done all the same, and the failure is seen. */

const db = openDatabase(env.DB);
const store = r2RecordingStore(env.RECORDINGS);

test("a clip whose plans cannot be removed keeps no other's", async () => {
  const rows = Array.from({ length: 4 }, () => ({
    clipId: randomId(),
    meetId: newMeetId(),
    recordingId: newRecordingId(),
  }));
  await db.insert(deletedClips).values(rows);
  const failing = rows[1]?.recordingId ?? "";
  const removeAll = (prefix: string) =>
    prefix.includes(failing) ? Promise.reject(new Error("no answer")) : store.removeAll(prefix);
  const now = () => Date.now();
  await expect(sweepPlans({ db, store: replacing(store, { removeAll }), now })).rejects.toThrow("no answer");
  expect(await db.select().from(deletedClips)).toEqual([rows[1]]);
  await sweepPlans({ db, store, now });
  expect(await db.select().from(deletedClips)).toEqual([]);
});

test("an account whose workspace does not answer delays the deletion of no other", async () => {
  const userIds = Array.from({ length: 4 }, () => newUserId());
  for (const userId of userIds) {
    await db.insert(accountDeletions).values({ userId, email: null, locale: "en", requestedAt: 1 });
  }
  const told: string[] = [];
  const accounts = {
    async deleteAccount(userId: string) {
      if (userId === userIds[1]) throw new Error("no answer");
      told.push(userId);
    },
  };
  await expect(sweepDeletions({ db, accounts, now: () => Date.now() })).rejects.toThrow("no answer");
  expect(told).toEqual(expect.arrayContaining(userIds.filter((_id, at) => at !== 1)));
  await db.delete(accountDeletions);
});

test("an invitation that fails keeps no other from being sent, and no index from its changes", async () => {
  const owner = await signIn();
  const teamId = await makeTeam({ owner });
  await db.update(teams).set({ activatedAt: 1 }).where(eq(teams.workspaceId, teamId));
  const emails = ["one", "two", "three"].map((name) => `${name}-${randomId()}@acta.example`);
  for (const email of emails) {
    await db.insert(teamInvitations).values({
      id: randomId(),
      workspaceId: teamId,
      email,
      invitedBy: owner.userId,
      tokenHash: randomId(),
      createdAt: 1,
      triedAt: 1,
      expiresAt: Date.now() + 3_600_000,
    });
  }
  await db.insert(teamIndexChanges).values({ teamId, meetId: newMeetId() });
  const [sent, told]: [string[], string[]] = [[], []];
  const services = {
    ...composeServices(workerEnv, () => {}),
    mailer: {
      async send({ to }: { to: string }) {
        if (to === emails[0]) throw new Error("no answer");
        sent.push(to);
        return { kind: "accepted" as const, id: "1" };
      },
    },
    teamIndexes: { follow: async (id: string) => void told.push(id) },
  };
  await expect(sweepTeams(services as never)).rejects.toThrow("no answer");
  expect(sent.toSorted()).toEqual(emails.slice(1).toSorted());
  expect(told).toContain(teamId);
});
