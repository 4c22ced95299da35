import { asc, eq, or } from "drizzle-orm";
import type { PersonActor } from "#app/domain/account/actor.ts";
import {
  auditEvents,
  identities,
  mailPreferences,
  members,
  sessions,
  users,
  workspaces,
} from "#app/server/db/schema-account.ts";
import { retentionDefaults, shareLinks } from "#app/server/db/schema.ts";
import { clips } from "#app/server/db/schema-clips.ts";
import { unfinishedUploads, usageLedger } from "#app/server/db/schema-usage.ts";
import { savedFields, templateShares, templates, templateVersions } from "#app/server/db/schema-templates.ts";
import { apiKeys } from "#app/server/db/schema-keys.ts";
import { mailAddresses, provenAddresses } from "#app/server/db/schema-mail.ts";
import { readAppData } from "#app/server/apps/end-access.ts";
import { readBillingData } from "#app/server/billing/billing-data.ts";
import { readCalendarData } from "#app/server/calendars/calendar-data.ts";
import { readFeedData } from "#app/server/feeds/change-feeds.ts";
import { readTeamData } from "#app/server/teams/team-data.ts";
import { readConnectionData } from "#app/server/connections/change-connections.ts";
import { readFolderData } from "#app/server/folders/change-folders.ts";
import { readWordData } from "#app/server/words/read-words.ts";
import { readVoiceData } from "#app/server/voices/saved-voices.ts";
import { readWebhookData } from "#app/server/webhooks/change-webhooks.ts";
import type { Database } from "#app/server/db/database.ts";
import type { Services } from "#app/server/services.ts";

const DATA_VERSION = 1;

const SESSION_COLUMNS = {
  provider: sessions.provider,
  createdAt: sessions.createdAt,
  lastSeenAt: sessions.lastSeenAt,
  expiresAt: sessions.expiresAt,
  revokedAt: sessions.revokedAt,
  device: sessions.device,
  timeZone: sessions.timeZone,
};
const UPLOAD_COLUMNS = {
  meetId: unfinishedUploads.meetId,
  fileName: unfinishedUploads.fileName,
  fileBytes: unfinishedUploads.fileBytes,
  title: unfinishedUploads.title,
  createdAt: unfinishedUploads.createdAt,
};
const LINK_COLUMNS = {
  meetId: shareLinks.meetId,
  parts: shareLinks.parts,
  titleShown: shareLinks.titleShown,
  createdAt: shareLinks.createdAt,
  expiresAt: shareLinks.expiresAt,
  revokedAt: shareLinks.revokedAt,
  opens: shareLinks.opens,
  lastOpenedOn: shareLinks.lastOpenedOn,
};
const CLIP_COLUMNS = {
  meetId: clips.meetId,
  title: clips.title,
  fromMs: clips.fromMs,
  toMs: clips.toMs,
  parts: clips.parts,
  createdAt: clips.createdAt,
  expiresAt: clips.expiresAt,
  revokedAt: clips.revokedAt,
  opens: clips.opens,
  lastOpenedOn: clips.lastOpenedOn,
};
const ADDRESS_COLUMNS = {
  email: mailAddresses.email,
  confirmedAt: mailAddresses.confirmedAt,
  asked: mailAddresses.asked,
  askedAt: mailAddresses.askedAt,
  provenAt: provenAddresses.provenAt,
};

/**
 * The rows of D1 about a person, and the events of their calendars, for `account.json` of the archive. Times are epoch ms. Left out: hashes of secrets (a session's id, a
 * link's token), and what is in the folders of the meetings. domain/privacy/stored-places.ts lists all tables.
 */
export async function readAccountData({ db, lists }: Pick<Services, "db" | "lists">, actor: PersonActor) {
  const { userId, workspaceId } = actor;
  const { memberships, ...account } = await readAccount(db, actor);
  return {
    version: DATA_VERSION,
    ...account,
    memberships,
    calendars: await readCalendarData({ db, lists }, userId),
    teams: await readTeamData(db, userId),
    feeds: await readFeedData(db, userId),
    connectedApps: await readAppData(db, userId),
    webhooks: await readWebhookData(db, userId),
    connections: await readConnectionData(db, userId),
    apiKeys: (await db.select().from(apiKeys).where(eq(apiKeys.userId, userId))).map(
      ({ keyHash: _hash, ...row }) => row,
    ),
    ...(await readTemplates(db, actor)),
    words: await readWordData(db, actor),
    order: await readFolderData(db, actor),
    voices: await readVoiceData(db, userId),
    billing: await readBillingData(db, workspaceId),
    // Only administrators see what a team pays.
    teamBilling: await Promise.all(
      memberships
        .filter(({ workspaceId: id, role }) => id !== workspaceId && role === "owner")
        .map(async ({ workspaceId: teamId }) => ({ teamId, ...(await readBillingData(db, teamId)) })),
    ),
  };
}

async function readAccount(db: Database, { userId, workspaceId }: PersonActor) {
  const [
    person,
    workspace,
    memberships,
    signIns,
    open,
    usage,
    uploads,
    links,
    made,
    audit,
    retention,
    mails,
    addresses,
  ] = await db.batch([
    db.select().from(users).where(eq(users.id, userId)),
    db.select().from(workspaces).where(eq(workspaces.id, workspaceId)),
    db.select().from(members).where(eq(members.userId, userId)),
    db.select().from(identities).where(eq(identities.userId, userId)),
    db.select(SESSION_COLUMNS).from(sessions).where(eq(sessions.userId, userId)).orderBy(asc(sessions.createdAt)),
    db.select().from(usageLedger).where(eq(usageLedger.workspaceId, workspaceId)).orderBy(asc(usageLedger.reservedAt)),
    db.select(UPLOAD_COLUMNS).from(unfinishedUploads).where(eq(unfinishedUploads.createdBy, userId)),
    db.select(LINK_COLUMNS).from(shareLinks).where(eq(shareLinks.createdBy, userId)),
    db.select(CLIP_COLUMNS).from(clips).where(eq(clips.createdBy, userId)),
    db.select().from(auditEvents).where(eq(auditEvents.userId, userId)).orderBy(asc(auditEvents.id)),
    db.select().from(retentionDefaults).where(eq(retentionDefaults.workspaceId, workspaceId)),
    db.select().from(mailPreferences).where(eq(mailPreferences.userId, userId)),
    db
      .select(ADDRESS_COLUMNS)
      .from(mailAddresses)
      .leftJoin(provenAddresses, eq(provenAddresses.userId, mailAddresses.userId))
      .where(eq(mailAddresses.userId, userId)),
  ]);
  return {
    person: person[0] ?? null,
    workspace: workspace[0] ?? null,
    memberships,
    signIns,
    sessions: open,
    usage,
    unfinishedUploads: uploads,
    shareLinks: links,
    clips: made,
    auditEvents: audit,
    mailPreferences: mails.map(({ kind, enabled, changedAt }) => ({ kind, enabled, changedAt })),
    mailAddress: addresses[0] ?? null,
    retention: retention.map(({ rule, updatedAt }) => ({ rule: parsed(rule), updatedAt }))[0] ?? null,
  };
}

async function readTemplates(db: Database, { userId, workspaceId }: PersonActor) {
  // Also those that they have given to their team.
  const ownTemplates = or(eq(templates.workspaceId, workspaceId), eq(templates.createdBy, userId));
  const [own, versions, fields, links] = await db.batch([
    db.select().from(templates).where(ownTemplates),
    db
      .select({ row: templateVersions })
      .from(templateVersions)
      .innerJoin(templates, eq(templates.id, templateVersions.templateId))
      .where(ownTemplates)
      .orderBy(asc(templateVersions.templateId), asc(templateVersions.version)),
    db.select().from(savedFields).where(eq(savedFields.createdBy, userId)),
    db.select().from(templateShares).where(eq(templateShares.createdBy, userId)),
  ]);
  return {
    templates: own.map(({ saveId: _saveId, fields: written, ...row }) => ({ ...row, fields: parsed(written) })),
    templateVersions: versions.map(({ row: { fields: written, ...row } }) => ({ ...row, fields: parsed(written) })),
    savedFields: fields.map(({ saveId: _saveId, field, ...row }) => ({ ...row, field: parsed(field) })),
    templateLinks: links.map(({ tokenHash: _hash, linkId: _link, snapshot, ...row }) => ({
      ...row,
      snapshot: parsed(snapshot),
    })),
  };
}

function parsed(json: string): unknown {
  return JSON.parse(json);
}
