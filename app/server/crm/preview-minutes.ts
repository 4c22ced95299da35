import { and, eq } from "drizzle-orm";
import { type CrmPreview, type CrmSettings, crmSettings } from "#app/contracts/connections.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { isCrmKind } from "#app/domain/deliveries/crm-kind.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { may } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { accessToken } from "#app/server/connections/connection-tokens.ts";
import { type ConnectionRow, findOwnConnection } from "#app/server/connections/read-connections.ts";
import { guestsOf } from "#app/server/calendars/find-invitation.ts";
import { NOTE_PART, planEntries } from "#app/server/crm/plan-entries.ts";
import { chosenRelated } from "#app/server/crm/related-records.ts";
import { contactsOf } from "#app/server/crm/send-to-crm.ts";
import { colleaguesOf, findTaskOwners } from "#app/server/crm/task-owners.ts";
import { connections } from "#app/server/db/schema-connections.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import type { Crm, CrmAccount, CrmContact, CrmProperty } from "#app/server/ports/crm.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { Services } from "#app/server/services.ts";

/** The entries that a CRM would be sent, and those that it can take. Nothing is written there. */

type Needs = Pick<
  Services,
  | "calendarAccounts"
  | "config"
  | "connectionClients"
  | "crms"
  | "db"
  | "lists"
  | "log"
  | "meetings"
  | "minutesDeliveries"
  | "now"
  | "secretBox"
>;
type Asked = { connectionId: string; meetId: MeetId; email: string | null };

/** `email`: a contact in place of those of the calendar. */
export async function previewMinutes(
  services: Needs,
  actor: PersonActor,
  { connectionId, meetId, email }: Asked,
): Promise<Outcome<CrmPreview, "not-found" | "not-ready" | "reconnect">> {
  const opened = await openAccount(services, actor, connectionId);
  if (!opened.ok) return opened;
  const viewer = await accessTo(services, actor, meetId);
  if (viewer === null || !may(viewer, "send")) return refused("not-found");
  const view = await services.meetings.view(meetId, viewer);
  if (view === null || view.summary === null) return refused("not-ready");
  const { row, crm, account } = opened.value;
  const settings = crmSettings.parse(JSON.parse(row.settings));
  const parts = await services.minutesDeliveries.of(row.workspaceId).partsOf({ connectionId, meetId });
  const colleagues = await colleaguesOf(services.db, actor.userId);
  return throughAccount(async () => {
    const contacts =
      email === null
        ? await contactsOf(account, parts, () => guestsOf(services, { userId: actor.userId, meetId }))
        : await account.findContacts([email]);
    const related = await relatedOf(crm, account, { contacts, parts, settings });
    if (related.isConnectingAgainWorth) await noteTold(services, row, settings);
    const owners = await findTaskOwners(account, view, colleagues);
    const plan = await planEntries(view, { settings, origin: services.config.origin, owners });
    return {
      contacts,
      related,
      note: plan.text,
      meeting: settings.meeting,
      tasks: plan.tasks,
      properties: Object.entries(plan.properties).map(([property, value]) => ({ property, value })),
      isUpdate: parts.includes(NOTE_PART),
    };
  });
}

type Known = { contacts: readonly CrmContact[]; parts: readonly string[]; settings: CrmSettings };

/** The companies and deals of the contacts, with those that minutes would go to. */
async function relatedOf(
  { hasOneDeal }: Crm,
  account: CrmAccount,
  { contacts, parts, settings }: Known,
): Promise<CrmPreview["related"]> {
  const found = await account.findRelated(contacts.map(({ id }) => id));
  const chosen = chosenRelated(found, parts);
  const chosenIds = { companies: idsOf(chosen.companies), deals: idsOf(chosen.deals) };
  return {
    companies: found.companies.map(({ id, name, url }) => ({ id, name, url, isChosen: chosenIds.companies.has(id) })),
    deals: found.deals.map(({ id, name, url, isOpen }) => ({
      id,
      name,
      url,
      isOpen,
      isChosen: chosenIds.deals.has(id),
    })),
    hasOneDeal,
    isConnectingAgainWorth: !found.isAllowed && !settings.wasToldOfRelated,
  };
}

function idsOf(records: readonly { id: string }[]): Set<string> {
  return new Set(records.map(({ id }) => id));
}

/** The person is told once. Settings that were changed meanwhile stay. */
async function noteTold({ db }: Pick<Needs, "db">, row: ConnectionRow, settings: CrmSettings): Promise<void> {
  await db
    .update(connections)
    .set({ settings: JSON.stringify({ ...settings, wasToldOfRelated: true }) })
    .where(and(eq(connections.id, row.id), eq(connections.settings, row.settings)));
}

export async function listProperties(
  services: Needs,
  actor: PersonActor,
  connectionId: string,
): Promise<Outcome<{ properties: CrmProperty[] }, "not-found" | "reconnect">> {
  const opened = await openAccount(services, actor, connectionId);
  if (!opened.ok) return opened;
  return throughAccount(async () => ({ properties: await opened.value.account.listProperties() }));
}

/** A token that is refused for good is a refusal; other faults of the CRM are thrown. */
async function throughAccount<Value>(read: () => Promise<Value>): Promise<Outcome<Value, "reconnect">> {
  try {
    return ok(await read());
  } catch (error) {
    if (error instanceof UpstreamError && error.status === 401) return refused("reconnect");
    throw error;
  }
}

async function openAccount(
  services: Needs,
  actor: PersonActor,
  connectionId: string,
): Promise<Outcome<{ row: ConnectionRow; crm: Crm; account: CrmAccount }, "not-found" | "reconnect">> {
  const row = await findOwnConnection(services.db, actor, connectionId);
  const crm = row === null ? undefined : isCrmKind(row.kind) ? services.crms[row.kind] : undefined;
  if (row === null || crm === undefined) return refused("not-found");
  if (row.brokenAt !== null) return refused("reconnect");
  let inHand: string | null = null;
  const access = async (fresh = false) => {
    inHand = await accessToken(services, connectionId, fresh ? inHand : null);
    return inHand;
  };
  const account = crm.account({ accountId: row.accountId, access, signal: new AbortController().signal });
  return ok({ row, crm, account });
}
