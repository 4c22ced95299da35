import { eq } from "drizzle-orm";
import type { Place, ShownConnection } from "#app/contracts/connections.ts";
import type { ChosenPlace } from "#app/contracts/integration-changes.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import {
  isWorded,
  NOTION_FIELDS,
  NOTION_ID_PROPERTY,
  type NotionMapping,
  propertiesFor,
  proposeMapping,
} from "#app/domain/collaboration/notion-fields.ts";
import { readSlackAccount } from "#app/domain/collaboration/slack-account.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { readNotionSettings } from "#app/server/collaboration/settings.ts";
import { withId } from "#app/server/collaboration/write-page.ts";
import { dropUnwanted, shownConnection } from "#app/server/connections/change-connections.ts";
import { accessToken } from "#app/server/connections/connection-tokens.ts";
import { type ConnectionRow, findOwnConnection } from "#app/server/connections/read-connections.ts";
import { connections } from "#app/server/db/schema-connections.ts";
import type { NotionRefusal } from "#app/server/ports/notion.ts";
import type { SlackRefusal } from "#app/server/ports/slack.ts";
import type { Services } from "#app/server/services.ts";

/** The channel of Slack or the database of Notion to which a connection sends. */

type Needs = Pick<
  Services,
  "db" | "connectionClients" | "minutesDeliveries" | "secretBox" | "log" | "now" | "slack" | "notion"
>;
type Refused = "not-found" | "place-gone" | "reconnect";

/** Places that the person can choose: they see them at Slack or Notion themselves. */
export async function listPlaces(
  needs: Needs,
  actor: PersonActor,
  connectionId: string,
): Promise<Outcome<{ places: Place[] }, Refused>> {
  const row = await findOwnConnection(needs.db, actor, connectionId);
  if (row === null) return refused("not-found");
  const token = await accessToken(needs, row.id);
  if (token === null) return refused("reconnect");
  switch (row.kind) {
    case "slack": {
      if (needs.slack === null) return refused("not-found");
      const found = await needs.slack.listChannels(token, readSlackAccount(row.accountId).slackUserId);
      if (!found.ok) return refuse(needs, { row, token }, found.reason);
      const places = found.value.map(({ id, name, isPrivate }) => ({
        id,
        name,
        isPrivate,
        properties: [],
        proposed: {},
      }));
      return ok({ places });
    }
    case "notion": {
      if (needs.notion === null) return refused("not-found");
      const found = await needs.notion.listSources(token);
      if (!found.ok) return refuse(needs, { row, token }, found.reason);
      const places = found.value.map(({ id, name, properties }) => ({
        id,
        name,
        isPrivate: false,
        properties: properties.filter((each) => each.name !== NOTION_ID_PROPERTY && each.id !== idPropertyOf(row, id)),
        proposed: proposeMapping(properties),
      }));
      return ok({ places });
    }
    default:
      return refused("not-found");
  }
}

/**
 * Chooses a place and when minutes go there. The place is read again with the person's eyes, so that nobody names one that they cannot see.
 * To choose it is to agree: deliveries that waited for that are sent.
 */
export async function choosePlace(
  needs: Needs,
  actor: PersonActor,
  { connectionId, chosen }: { connectionId: string; chosen: ChosenPlace },
): Promise<Outcome<ShownConnection, Refused>> {
  const row = await findOwnConnection(needs.db, actor, connectionId);
  if (row === null) return refused("not-found");
  const token = await accessToken(needs, row.id);
  if (token === null) return refused("reconnect");
  const read = await readPlace(needs, { row, token, chosen });
  if (!read.ok) return read;
  const { sends, updates, templates } = chosen;
  const settings = JSON.stringify({ ...read.value, templates });
  const at = needs.now();
  const [changed] = await needs.db
    .update(connections)
    .set({
      sends,
      updates,
      settings,
      previewedAt: row.previewedAt ?? at,
      ...(sends === row.sends ? {} : { activeSince: at }),
    })
    .where(eq(connections.id, row.id))
    .returning();
  if (!changed) return refused("not-found");
  await dropUnwanted(needs, changed);
  await needs.minutesDeliveries.of(row.workspaceId).resumeMinutes({ connectionId, after: "preview" });
  needs.log("connection.changed", { userId: actor.userId, connectionId, kind: row.kind });
  return ok(shownConnection(changed));
}

async function readPlace(
  needs: Needs,
  { row, token, chosen }: { row: ConnectionRow; token: string; chosen: ChosenPlace },
): Promise<Outcome<object, Refused>> {
  if (row.kind === "slack" && needs.slack !== null) {
    const found = await needs.slack.listChannels(token, readSlackAccount(row.accountId).slackUserId);
    if (!found.ok) return refuse(needs, { row, token }, found.reason);
    const channel = found.value.find(({ id }) => id === chosen.placeId);
    return channel ? ok({ channel: { id: channel.id, name: channel.name } }) : refused("place-gone");
  }
  if (row.kind !== "notion" || needs.notion === null) return refused("not-found");
  const found = await needs.notion.readSource(token, chosen.placeId);
  if (!found.ok) return refuse(needs, { row, token }, found.reason);
  // A property of that name and another type stays as it is: then the meeting could not be found again.
  const knownId = idPropertyOf(row, chosen.placeId);
  const { source, idProperty } = withId(found.value, knownId);
  const whole =
    idProperty === null ? await needs.notion.addTextProperty(token, { source, name: NOTION_ID_PROPERTY }) : ok(source);
  if (!whole.ok) return refuse(needs, { row, token }, whole.reason);
  const withProperty = withId(whole.value, knownId).idProperty;
  if (withProperty === null) return refused("place-gone");
  const mapping: NotionMapping = {};
  for (const field of NOTION_FIELDS) {
    const property = propertiesFor(field, source.properties).find(({ id }) => id === chosen.mapping[field]);
    if (property && property.id !== withProperty.id) mapping[field] = property.id;
  }
  const free = source.properties.filter((each) => isWorded(each) && each.id !== withProperty.id);
  const fields = chosen.fields.filter(({ property }) => free.some(({ id }) => id === property));
  return ok({ source: { id: source.id, name: source.name }, mapping, fields, idProperty: withProperty.id });
}

/** The id of the property that holds the ids of meetings, in the database that is chosen; null for another one. */
function idPropertyOf({ settings }: ConnectionRow, sourceId: string): string | null {
  const { source, idProperty } = readNotionSettings(JSON.parse(settings));
  return source?.id === sourceId ? idProperty : null;
}

async function refuse(
  needs: Needs,
  { row, token }: { row: ConnectionRow; token: string },
  reason: SlackRefusal | NotionRefusal,
): Promise<Outcome<never, Refused>> {
  if (reason !== "reconnect") return refused("place-gone");
  // Marks the connection; Notion may give another token, with which the person's next try succeeds.
  await accessToken(needs, row.id, token);
  return refused("reconnect");
}
