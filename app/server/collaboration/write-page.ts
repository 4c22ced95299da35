import { NOTION_ID_PROPERTY, type NotionProperty } from "#app/domain/collaboration/notion-fields.ts";
import type { DeliveryOutcome } from "#app/domain/deliveries/delivery.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { isChosenTemplate, readNotionSettings } from "#app/server/collaboration/settings.ts";
import { readInOwnLanguage } from "#app/server/collaboration/words.ts";
import { writeNotionBlocks } from "#app/server/exports/collaboration/notion-blocks.ts";
import { writeNotionProperties } from "#app/server/exports/collaboration/notion-properties.ts";
import type { MinutesReceiver, OutgoingMinutes, SendOutcome } from "#app/server/ports/destination-sender.ts";
import type { NotionClient, NotionPage, NotionRefusal, NotionSource, NotionValue } from "#app/server/ports/notion.ts";

/**
 * Minutes as a page of a Notion database. The page carries the id of its meeting in a property, and is looked up by it before one is made:
 * a process that dies after making a page finds it again. Later deliveries change the page.
 */
export function notionReceiver({ notion, origin }: { notion: NotionClient; origin: string }): MinutesReceiver {
  return {
    async send(outgoing) {
      const { event, view, connection } = outgoing;
      const { source, templates } = readNotionSettings(connection.settings);
      if (event === "minutes.written" && !isChosenTemplate(templates, view.summary?.template.id ?? null)) {
        return "unwanted";
      }
      if (source === null) return parked("place");
      const token = await connection.access();
      if (token === null) return parked("reconnect");
      const sourceId = sourceOfPage(outgoing, source.id);
      const written = await write(notion, { token, sourceId, origin, outgoing });
      if (written.ok) return { kind: "sent", status: 200, link: written.value.url };
      // A token that Notion refreshes is good from the next attempt on.
      if (written.reason === "reconnect" && (await connection.access(true)) !== null) {
        return { kind: "later", fault: "status", status: 401, delayMs: 0 };
      }
      return written.reason === "no-page" && event === "minutes.changed" ? "unwanted" : outcomeOf(written.reason);
    },
  };
}

const PAGE = "page";
const CONTENT = "content";
const SOURCE = "source";

/**
 * The database of a delivery. Corrections change the page where it is, also after another database was chosen. Minutes that a person sends, or
 * that are written anew, go to the chosen one: a page elsewhere stays as it is.
 */
function sourceOfPage({ event, receipts }: OutgoingMinutes, chosenId: string): string {
  const usedId = receipts.find(SOURCE)?.externalId ?? chosenId;
  if (event === "minutes.changed" || usedId === chosenId) return usedId;
  for (const part of [PAGE, CONTENT, SOURCE]) receipts.forget(part);
  return chosenId;
}

type Writing = { token: string; sourceId: string; origin: string; outgoing: OutgoingMinutes };

async function write(
  notion: NotionClient,
  { token, sourceId, origin, outgoing }: Writing,
): Promise<Outcome<NotionPage, NotionRefusal>> {
  const { view, connection, receipts, signal } = outgoing;
  const found = await notion.readSource(token, sourceId);
  if (!found.ok) return found;
  const { mapping, fields, idProperty: knownId } = readNotionSettings(connection.settings);
  const { source, idProperty } = withId(found.value, knownId);
  // A database without it could get the same meeting twice.
  if (idProperty === null) return refused("no-database");
  const { head } = view;
  const { minutes, words } = await readInOwnLanguage(view);
  const page = `${origin}/${head.meetId}`;
  const { meetId, startsAt, durationMs } = head;
  const properties = writeNotionProperties(minutes, {
    facts: { meetId, startsAt, durationMs },
    page,
    mapping,
    fields,
    idProperty: idProperty.id,
    properties: source.properties,
  });
  const placed = await place(notion, { token, sourceId, idProperty, properties, outgoing });
  if (!placed.ok) return placed;
  const blocks = writeNotionBlocks(minutes, { page, note: words.note });
  const before = receipts.find(CONTENT)?.externalId ?? null;
  const content = await notion.replaceContent(token, { pageId: placed.value.id, before, blocks, signal });
  if (!content.ok) return content;
  receipts.save(CONTENT, { externalId: content.value, url: null });
  return placed;
}

type Placing = {
  token: string;
  sourceId: string;
  idProperty: NotionProperty;
  properties: Record<string, NotionValue>;
  outgoing: OutgoingMinutes;
};

/** The page of the meeting, with these properties: the one that is known, the one that is found, or a new one. */
async function place(
  notion: NotionClient,
  { token, sourceId, idProperty, properties, outgoing }: Placing,
): Promise<Outcome<NotionPage, NotionRefusal>> {
  const { event, view, receipts, signal } = outgoing;
  const keep = (page: NotionPage) => {
    receipts.save(PAGE, { externalId: page.id, url: page.url });
    receipts.save(SOURCE, { externalId: sourceId, url: null });
    return ok(page);
  };
  const known = receipts.find(PAGE);
  if (known !== null) {
    const changed = await notion.updateProperties(token, { pageId: known.externalId, properties, signal });
    if (changed.ok) return keep(changed.value);
    // A page that was thrown away comes back only when a person sends it, or when the minutes are written anew.
    if (changed.reason !== "no-page" || event === "minutes.changed") return changed;
    receipts.forget(PAGE);
    receipts.forget(CONTENT);
  }
  const value = view.head.meetId;
  const found = await notion.findPages(token, { sourceId, propertyId: idProperty.id, value, signal });
  if (!found.ok) return found;
  const [first] = found.value;
  const made = first
    ? await notion.updateProperties(token, { pageId: first.id, properties, signal })
    : await notion.createPage(token, { sourceId, properties, signal });
  return made.ok ? keep(made.value) : made;
}

/**
 * The property that holds the ids of meetings: the one that was used before, whatever its name now, or the one with our name; null where a
 * person has removed it or changed its type.
 */
export function withId(
  source: NotionSource,
  knownId: string | null,
): { source: NotionSource; idProperty: NotionProperty | null } {
  const texts = source.properties.filter(({ type }) => type === "rich_text");
  const known = texts.find(({ id }) => id === knownId);
  return { source, idProperty: known ?? texts.find(({ name }) => name === NOTION_ID_PROPERTY) ?? null };
}

function outcomeOf(reason: NotionRefusal): SendOutcome {
  switch (reason) {
    case "reconnect":
      return parked("reconnect");
    case "no-database":
    case "no-page":
      return parked("place");
    case "refused":
      return parked("refused");
    default:
      return assertNever(reason);
  }
}

function parked(fault: "place" | "reconnect" | "refused"): DeliveryOutcome {
  return { kind: "parked", fault, status: null };
}
