import { type CrmPreview, crmSettings } from "#app/contracts/connections.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { CHOSEN_CONTACT } from "#app/domain/limits/deliveries.ts";
import { may } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { accessToken } from "#app/server/connections/connection-tokens.ts";
import { type ConnectionRow, findOwnConnection } from "#app/server/connections/read-connections.ts";
import { guestsOf } from "#app/server/calendars/find-invitation.ts";
import { planEntries } from "#app/server/crm/plan-entries.ts";
import { contactsOf } from "#app/server/crm/send-to-crm.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import type { CrmAccount, CrmProperty } from "#app/server/ports/crm.ts";
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
  const { row, account } = opened.value;
  const settings = crmSettings.parse(JSON.parse(row.settings));
  const parts = await services.minutesDeliveries.of(row.workspaceId).partsOf({ connectionId, meetId });
  const plan = await planEntries(view, { settings, origin: services.config.origin });
  return throughAccount(async () => {
    const contacts =
      email === null
        ? await contactsOf(account, parts, () => guestsOf(services, { userId: actor.userId, meetId }))
        : await account.findContacts([email]);
    return {
      contacts,
      note: plan.text,
      meeting: settings.meeting,
      tasks: plan.tasks,
      properties: Object.entries(plan.properties).map(([property, value]) => ({ property, value })),
      isUpdate: parts.some((part) => !part.startsWith(CHOSEN_CONTACT)),
    };
  });
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
): Promise<Outcome<{ row: ConnectionRow; account: CrmAccount }, "not-found" | "reconnect">> {
  const row = await findOwnConnection(services.db, actor, connectionId);
  const crm = row === null ? undefined : services.crms[row.kind];
  if (row === null || crm === undefined) return refused("not-found");
  if (row.brokenAt !== null) return refused("reconnect");
  let inHand: string | null = null;
  const access = async (fresh = false) => {
    inHand = await accessToken(services, connectionId, fresh ? inHand : null);
    return inHand;
  };
  const account = crm.account({ accountId: row.accountId, access, signal: new AbortController().signal });
  return ok({ row, account });
}
