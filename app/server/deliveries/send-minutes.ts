import { eq } from "drizzle-orm";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { CHOSEN_CONTACT, CHOSEN_RELATED } from "#app/domain/limits/deliveries.ts";
import { may } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { listPlaces } from "#app/server/collaboration/choose-place.ts";
import { findOwnConnection } from "#app/server/connections/read-connections.ts";
import { receiptsOfChoice } from "#app/server/crm/related-records.ts";
import { connections } from "#app/server/db/schema-connections.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<
  Services,
  "connectionClients" | "db" | "log" | "minutesDeliveries" | "notion" | "now" | "secretBox" | "slack"
>;
type Asked = {
  connectionId: string;
  meetId: MeetId;
  contacts: string[] | null;
  related: { companies: string[]; deals: string[] } | null;
  placeId: string | null;
  key: string | null;
};

/**
 * Sends the minutes of a meeting that the person made. They have seen a preview, so that from now on Acta may send by itself, as far as the
 * settings say so; what waited for that is sent too. A channel is one that the person sees at Slack. The same `key` again, with the same
 * choices, sends nothing more: not every destination knows what it has already.
 */
export async function sendMinutes(
  services: Needs,
  actor: PersonActor,
  { connectionId, meetId, contacts, related, placeId, key }: Asked,
): Promise<Outcome<null, "not-found" | "reconnect" | "place-gone">> {
  const row = await findOwnConnection(services.db, actor, connectionId);
  const viewer = row && (await accessTo(services, actor, meetId));
  if (row === null || viewer === null || !may(viewer, "send")) return refused("not-found");
  if (row.brokenAt !== null) return refused("reconnect");
  if (placeId !== null) {
    if (row.kind !== "slack") return refused("place-gone");
    const listed = await listPlaces(services, actor, connectionId);
    if (!listed.ok) return listed;
    if (listed.value.places.every(({ id }) => id !== placeId)) return refused("place-gone");
  }
  const deliveries = services.minutesDeliveries.of(row.workspaceId);
  if (row.previewedAt === null) {
    await services.db.update(connections).set({ previewedAt: services.now() }).where(eq(connections.id, connectionId));
    await deliveries.resumeMinutes({ connectionId, after: "preview" });
  }
  const parts = [
    ...(contacts === null ? [] : [{ prefix: CHOSEN_CONTACT, ids: contacts }]),
    ...(related === null ? [] : [{ prefix: CHOSEN_RELATED, ids: receiptsOfChoice(related) }]),
  ];
  const choices = { ...(placeId !== null && { placeId }), ...(key !== null && { key }) };
  await deliveries.sendMinutes({ connectionId, kind: row.kind, meetId, parts, ...choices });
  services.log("connection.sent.by.hand", { userId: actor.userId, connectionId, kind: row.kind, meetId });
  return ok(null);
}
