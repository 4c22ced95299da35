import { and, eq, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { type DeletionOutcome, type DeletionStep, confirmsDeletion } from "#app/domain/privacy/account-deletion.ts";
import { personalWorkspaceOf, type UserId } from "#app/domain/ids.ts";
import { assertNever } from "#app/domain/invariant.ts";
import type { Locale } from "#app/domain/languages.ts";
import { DELETION_ADDRESS_MS_MAX, DELETION_SWEEP_ACCOUNTS_MAX } from "#app/domain/limits/account.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { deleteChats, deleteMeetings, meetingsLeft } from "#app/server/account/delete-account-meetings.ts";
import { sendReceipt } from "#app/server/account/send-receipt.ts";
import type { Caller } from "#app/server/identity/session.ts";
import { signOutEverywhere } from "#app/server/auth/sign-out.ts";
import type { Database } from "#app/server/db/database.ts";
import {
  accountDeletions,
  auditEvents,
  identities,
  mailPreferences,
  members,
  sessions,
  sessionStreams,
  users,
  workspaces,
} from "#app/server/db/schema-account.ts";
import {
  listChanges,
  meetingCounts,
  meetings,
  meetingTasks,
  retentionDefaults,
  shareLinks,
} from "#app/server/db/schema.ts";
import { clips } from "#app/server/db/schema-clips.ts";
import { planHolds, subscriptionReads, subscriptions } from "#app/server/db/schema-billing.ts";
import { unfinishedUploads, usageCounts, usageLedger } from "#app/server/db/schema-usage.ts";
import { savedFields, templates } from "#app/server/db/schema-templates.ts";
import { mailAddresses, provenAddresses, seriesFollowUps } from "#app/server/db/schema-mail.ts";
import { folderRules, folders, meetingTags } from "#app/server/db/schema-folders.ts";
import { ownWords } from "#app/server/db/schema-words.ts";
import { voiceMemories } from "#app/server/db/schema-voices.ts";
import { findReader } from "#app/server/mail/prepare-mail.ts";
import type { AccountConnection } from "#app/server/ports/account-process.ts";
import type { MailWriter } from "#app/server/ports/mail-writer.ts";
import { eachByItself } from "#app/server/each-by-itself.ts";
import type { Services } from "#app/server/services.ts";
import { keepUses } from "#app/server/usage/identity-uses.ts";
import { leaveTeams } from "#app/server/teams/leave-teams.ts";

/**
 * Asks for the deletion of the caller's account. From then on nobody can sign in to it; the object of the workspace does the rest, and
 * the sweep begins it again should it not have been told.
 */
export async function requestDeletion(
  services: Pick<Services, "accounts" | "config" | "db" | "meetings" | "pages" | "log" | "now">,
  { actor, user }: Caller,
  asked: { confirmation: string; locale: Locale },
): Promise<Outcome<null, "not-confirmed">> {
  const { db, now, log } = services;
  if (!confirmsDeletion(asked.confirmation, user)) return refused("not-confirmed");
  const { userId } = actor;
  // The address and the wish not to get mails are gone when the receipt is sent.
  const reader = await findReader(db, userId, "deletion-receipt");
  const { locale } = asked;
  await db
    .insert(accountDeletions)
    .values({ userId, email: reader?.email ?? null, locale, timeZone: user.timeZone, requestedAt: now() })
    .onConflictDoNothing();
  log("account.deletion.asked", { userId });
  await signOutEverywhere(services, { userId, keep: null });
  await services.accounts.deleteAccount(userId);
  return ok(null);
}

/** The steps of D1, R2 and the meetings; the last step is the object's own (workers/workspace/delete-account.ts). */
export type DeletionNeeds = Pick<
  Services,
  "chats" | "config" | "db" | "lists" | "store" | "meetings" | "pages" | "mailer" | "log" | "now" | "saltedHash"
> & {
  mailWriter: MailWriter;
  /** Connected services whose tokens are given back; a feature adds itself in workers/compose.ts. */
  tokens: readonly AccountConnection[];
  /** The same for subscriptions. */
  subscriptions: readonly AccountConnection[];
};

/** Does one step of a deletion. Every step may be done again. */
export async function deleteAccountStep(
  needs: DeletionNeeds,
  step: Exclude<DeletionStep, "empty-workspace">,
  { userId, signal }: { userId: UserId; signal: AbortSignal },
): Promise<DeletionOutcome> {
  switch (step) {
    case "end-sessions":
      await signOutEverywhere(needs, { userId, keep: null });
      return "done";
    case "revoke-tokens":
      return endAll(needs.tokens, userId, signal);
    case "leave-teams":
      await leaveTeams(needs, userId);
      return "done";
    case "cancel-subscriptions":
      return endAll(needs.subscriptions, userId, signal);
    case "delete-meetings":
      return deleteMeetings(needs, userId, signal);
    case "delete-chats":
      return deleteChats(needs, userId, signal);
    case "delete-rows":
      await keepUses(needs, userId);
      await deleteRows(needs.db, userId);
      return "done";
    case "delete-person":
      // A request that waited for a provider may have connected something since.
      await endAll(needs.tokens, userId, signal);
      return deletePerson(needs, userId);
    case "send-receipt":
      await sendReceipt(needs, { userId, signal });
      return "done";
    default:
      return assertNever(step);
  }
}

async function endAll(
  connections: readonly AccountConnection[],
  userId: UserId,
  signal: AbortSignal,
): Promise<DeletionOutcome> {
  for (const connection of connections) await connection.end(userId, signal);
  return "done";
}

/**
 * Deletes the rest of the workspace. Tombstones of meetings stay and name nobody: they keep late events and late bytes from
 * bringing a meeting back.
 */
async function deleteRows(db: Database, userId: UserId): Promise<void> {
  const workspaceId = personalWorkspaceOf(userId);
  const own = sql`(select ${meetings.id} from ${meetings} where ${meetings.workspaceId} = ${workspaceId})`;
  // Of the person's own meetings and of those that went to their team.
  const used = sql`(select recording_id from ${meetings} where workspace_id = ${workspaceId}
    union select moved.recording_id from ${usageLedger} join ${meetings} as moved on moved.id = ${usageLedger.meetId}
    where ${usageLedger.workspaceId} = ${workspaceId})`;
  await db.batch([
    // Added, because a repetition finds none of them any more.
    db
      .update(accountDeletions)
      .set({
        keptRecordings: sql`${accountDeletions.keptRecordings} + (select count(distinct theirs.recording_id) from ${meetings} as theirs
        where theirs.recording_id in ${used} and theirs.deleted_at is null and theirs.workspace_id <> ${workspaceId})`,
      })
      .where(eq(accountDeletions.userId, userId)),
    db.delete(usageLedger).where(eq(usageLedger.workspaceId, workspaceId)),
    db.delete(unfinishedUploads).where(eq(unfinishedUploads.workspaceId, workspaceId)),
    db.delete(shareLinks).where(eq(shareLinks.workspaceId, workspaceId)),
    db.delete(clips).where(eq(clips.workspaceId, workspaceId)),
    db.delete(meetingTasks).where(sql`${meetingTasks.meetId} in ${own}`),
    db.delete(retentionDefaults).where(eq(retentionDefaults.workspaceId, workspaceId)),
    db.delete(auditEvents).where(eq(auditEvents.userId, userId)),
    // Versions, links and claims go with their template.
    db.delete(templates).where(eq(templates.workspaceId, workspaceId)),
    db.delete(savedFields).where(eq(savedFields.createdBy, userId)),
    db.delete(folders).where(eq(folders.workspaceId, workspaceId)),
    db.delete(folderRules).where(eq(folderRules.workspaceId, workspaceId)),
    db.delete(meetingTags).where(sql`${meetingTags.meetId} in ${own}`),
    db.delete(ownWords).where(eq(ownWords.workspaceId, workspaceId)),
    // The saved voices go with it.
    db.delete(voiceMemories).where(eq(voiceMemories.userId, userId)),
    db
      .update(meetings)
      .set({ workspaceId: "", createdBy: "" })
      .where(and(eq(meetings.workspaceId, workspaceId), isNotNull(meetings.deletedAt))),
    // After the rows whose triggers keep them.
    db.delete(meetingCounts).where(eq(meetingCounts.workspaceId, workspaceId)),
    // The lists go with the workspace's object.
    db.delete(listChanges).where(eq(listChanges.workspaceId, workspaceId)),
    db.delete(usageCounts).where(eq(usageCounts.workspaceId, workspaceId)),
  ]);
}

/** The person goes last and in one batch with the mark that it is done: until then a sign-in finds the account, and is refused. */
async function deletePerson({ db, log, now }: DeletionNeeds, userId: UserId): Promise<DeletionOutcome> {
  const { listed, claimed } = await meetingsLeft(db, userId, 1);
  if (listed.length > 0 || claimed.length > 0) return "meetings-left";
  const workspaceId = personalWorkspaceOf(userId);
  const own = db.select({ idHash: sessions.idHash }).from(sessions).where(eq(sessions.userId, userId));
  const ended = db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.workspaceId, workspaceId));
  await db.batch([
    db.delete(sessionStreams).where(inArray(sessionStreams.sessionHash, own)),
    db.delete(sessions).where(eq(sessions.userId, userId)),
    db.delete(identities).where(eq(identities.userId, userId)),
    // Teams of which they are the last member; their invitations go with them.
    db.delete(workspaces).where(
      sql`${workspaces.kind} = 'team' and ${workspaces.id} in (select workspace_id from members where user_id = ${userId})
        and not exists (select 1 from members where workspace_id = ${workspaces.id} and user_id <> ${userId})`,
    ),
    db.delete(members).where(eq(members.userId, userId)),
    db.delete(mailPreferences).where(eq(mailPreferences.userId, userId)),
    db.delete(seriesFollowUps).where(eq(seriesFollowUps.userId, userId)),
    db.delete(mailAddresses).where(eq(mailAddresses.userId, userId)),
    db.delete(provenAddresses).where(eq(provenAddresses.userId, userId)),
    // A notification of Stripe may have come since the subscriptions ended; without a workspace none writes any more.
    db.delete(subscriptionReads).where(inArray(subscriptionReads.id, ended)),
    db.delete(planHolds).where(eq(planHolds.workspaceId, workspaceId)),
    db.delete(subscriptions).where(eq(subscriptions.workspaceId, workspaceId)),
    db.delete(workspaces).where(eq(workspaces.id, workspaceId)),
    db.delete(users).where(eq(users.id, userId)),
    db
      .update(accountDeletions)
      .set({ finishedAt: now() })
      .where(and(eq(accountDeletions.userId, userId), isNull(accountDeletions.finishedAt))),
  ]);
  log("account.deleted", { userId });
  return "done";
}

/**
 * Begins deletions again whose object was not told, and forgets addresses whose receipt had its time. Answers how many were begun
 * and forgotten.
 */
export async function sweepDeletions({
  accounts,
  db,
  now,
}: Pick<Services, "accounts" | "db" | "now">): Promise<{ begun: number; forgotten: number }> {
  const open = await db
    .select({ userId: accountDeletions.userId })
    .from(accountDeletions)
    .where(isNull(accountDeletions.finishedAt))
    // In no order: those that fail stand in nobody's way.
    .orderBy(sql`random()`)
    .limit(DELETION_SWEEP_ACCOUNTS_MAX);
  const forgotten = await db
    .delete(accountDeletions)
    .where(lte(accountDeletions.finishedAt, now() - DELETION_ADDRESS_MS_MAX))
    .returning({ userId: accountDeletions.userId });
  await eachByItself(open, ({ userId }) => accounts.deleteAccount(userId as UserId));
  return { begun: open.length, forgotten: forgotten.length };
}
