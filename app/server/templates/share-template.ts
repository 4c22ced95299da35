import { and, desc, eq, isNull, notExists, sql } from "drizzle-orm";
import type { ListedTemplate, SharedTemplate, TemplateShare } from "#app/contracts/template/template-answers.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { randomId } from "#app/domain/ids.ts";
import { TEMPLATE_SHARES_MAX } from "#app/domain/limits/templates.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { openDeletion } from "#app/server/identity/deletion-mark.ts";
import { hashToken } from "#app/server/identity/session.ts";
import { insertFrom } from "#app/server/db/insert-where.ts";
import { templateShares, templates } from "#app/server/db/schema-templates.ts";
import type { Services } from "#app/server/services.ts";
import { type CreateRefusal, insertTemplate } from "#app/server/templates/create-template.ts";
import { managedBy, readDraft, readFields, withoutSavedFields } from "#app/server/templates/stored-template.ts";

/**
 * Links of a template: each opens /t/:token with the template as it was when the link was made, without owner, ids and text of a
 * meeting. The token is derived from the link's own id with the secret of the configuration, as those of shared meetings are.
 */

type Needs = Pick<Services, "db" | "now" | "config" | "shareTokens" | "log">;
type Shares = { shares: TemplateShare[] };

export async function listShares(
  { db, config, shareTokens }: Pick<Services, "db" | "config" | "shareTokens">,
  actor: PersonActor,
  templateId: string,
): Promise<Outcome<Shares, "not-found">> {
  const [there, rows] = await db.batch([
    db.select({ id: templates.id }).from(templates).where(managedBy(actor, templateId)),
    db
      .select()
      .from(templateShares)
      .where(ofTemplate(actor, templateId))
      .orderBy(desc(templateShares.createdAt), desc(templateShares.linkId)),
  ]);
  if (there.length === 0) return refused("not-found");
  const shares = rows.map(async (row): Promise<TemplateShare> => {
    const { linkId, createdAt, version, opens, lastOpenedOn } = row;
    const token = await shareTokens.templateTokenOf({ templateId, linkId });
    // After a change of the secret the token would be a different one, which was never given out.
    const isShowable = (await hashToken(token)) === row.tokenHash;
    return { linkId, url: isShowable ? `${config.origin}/t/${token}` : null, createdAt, version, opens, lastOpenedOn };
  });
  return ok({ shares: await Promise.all(shares) });
}

function ofTemplate(actor: PersonActor, templateId: string) {
  return and(
    eq(templateShares.templateId, templateId),
    sql`exists (select 1 from ${templates} where ${managedBy(actor, templateId)})`,
    isNull(templateShares.revokedAt),
  );
}

/** Makes a link to the template as it is now. A template whose newest version has a link already gets no second one. */
export async function createShare(
  services: Needs,
  actor: PersonActor,
  templateId: string,
): Promise<Outcome<Shares, "not-found" | "too-many-links">> {
  const { db, now, shareTokens, log } = services;
  const [row] = await db.select().from(templates).where(managedBy(actor, templateId));
  if (!row) return refused("not-found");
  const { name, description, version } = row;
  const snapshot: SharedTemplate = { name, description, fields: withoutSavedFields(readFields(row.fields)) };
  const linkId = randomId();
  const tokenHash = await hashToken(await shareTokens.templateTokenOf({ templateId, linkId }));
  const live = sql`from ${templateShares} where ${ofTemplate(actor, templateId)}`;
  await insertFrom(db, templateShares, {
    row: {
      tokenHash,
      linkId,
      templateId: templates.id,
      workspaceId: actor.workspaceId,
      createdBy: actor.userId,
      version,
      snapshot: JSON.stringify(snapshot),
      createdAt: now(),
    },
    from: sql`from ${templates} where ${managedBy(actor, templateId)}
        and (select count(*) ${live}) < ${TEMPLATE_SHARES_MAX}
        and not exists (select 1 ${live} and ${templateShares.version} = ${version})`,
  });
  const shares = await listShares(services, actor, templateId);
  if (!shares.ok) return shares;
  if (!shares.value.shares.some((share) => share.version === version)) return refused("too-many-links");
  log("template.shared", { templateId });
  return shares;
}

/** The address stops working at once. Idempotent. */
export async function revokeShare(
  services: Needs,
  actor: PersonActor,
  { templateId, linkId }: { templateId: string; linkId: string },
): Promise<Outcome<Shares, "not-found">> {
  const { db, now } = services;
  await db
    .update(templateShares)
    .set({ revokedAt: now() })
    .where(and(ofTemplate(actor, templateId), eq(templateShares.linkId, linkId)));
  return listShares(services, actor, templateId);
}

/** Reads the template behind a link; null for every link that does not work, so that all of them show the same. */
async function readShared({ db }: Pick<Services, "db">, token: string | undefined): Promise<SharedTemplate | null> {
  const [row] = await db
    .select({ snapshot: templateShares.snapshot })
    .from(templateShares)
    .where(and(isToken(await hashToken(token ?? "")), notExists(openDeletion(db, templateShares.createdBy))));
  // Only `createShare` writes the text.
  return row ? (JSON.parse(row.snapshot) as SharedTemplate) : null;
}

function isToken(tokenHash: string) {
  return and(eq(templateShares.tokenHash, tokenHash), isNull(templateShares.revokedAt));
}

/** The same for the page of the link; counts the opening, with its day. Nothing about the person is stored. */
export async function openSharedTemplate(
  services: Pick<Services, "db" | "now" | "waitUntil">,
  { token, isOpening }: { token: string | undefined; isOpening: boolean },
): Promise<SharedTemplate | null> {
  const shared = await readShared(services, token);
  if (shared && isOpening) services.waitUntil(countOpen(services, await hashToken(token ?? "")));
  return shared;
}

async function countOpen({ db, now }: Pick<Services, "db" | "now">, tokenHash: string): Promise<void> {
  const lastOpenedOn = new Date(now()).toISOString().slice(0, 10);
  await db
    .update(templateShares)
    .set({ opens: sql`${templateShares.opens} + 1`, lastOpenedOn })
    .where(isToken(tokenHash));
}

/** Copies the template behind a link into the caller's own. It is checked as any template that a person sends. */
export async function copyShared(
  services: Needs,
  actor: PersonActor,
  { saveId, token }: { saveId: string; token: string },
): Promise<Outcome<ListedTemplate, CreateRefusal | "not-found">> {
  const shared = await readShared(services, token);
  if (!shared) return refused("not-found");
  const content = readDraft(shared);
  return content.ok ? insertTemplate(services, actor, { saveId, origin: "link", content: content.value }) : content;
}
