import * as z from "zod";
import { assertNever } from "#app/domain/invariant.ts";
import { CRM_CONTACTS_MAX } from "#app/domain/limits/deliveries.ts";
import type { AskAccount } from "#app/server/adapters/crm/crm-requests.ts";
import type {
  AssociationsToMake,
  AssociationsToRemove,
  ObjectSearch,
  ObjectsToChange,
  ObjectsToRead,
  ObjectToChange,
  ObjectToCreate,
} from "#app/server/adapters/crm/hubspot-api.ts";
import { hubSpotRelated } from "#app/server/adapters/crm/hubspot-related.ts";
import {
  askHubSpotAs,
  goodAnswer,
  HUBSPOT_VERSION,
  type HubSpotAddresses,
} from "#app/server/adapters/crm/hubspot-request.ts";
import type { Crm, CrmAccount, CrmContact, CrmEntry, EntryPlace } from "#app/server/ports/crm.ts";

const record = z.object({ id: z.string(), properties: z.record(z.string(), z.string().nullable().optional()) });
const records = z.object({ results: z.array(record) });
const created = z.object({ id: z.string() });
const properties = z.object({
  results: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      fieldType: z.string().optional(),
      hidden: z.boolean().optional(),
      calculated: z.boolean().optional(),
      modificationMetadata: z.object({ readOnlyValue: z.boolean().optional() }).optional(),
    }),
  ),
});

/** The path of objects, below that of the CRM. */
const RECORDS = `objects/${HUBSPOT_VERSION}`;
const OBJECTS = { note: "notes", meeting: "meetings", task: "tasks" } as const;
const BODIES = { note: "hs_note_body", meeting: "hs_meeting_body", task: "hs_task_body" } as const;
/**
 * HubSpot's association types from these objects to records
 * (https://developers.hubspot.com/docs/api-reference/crm-associations-v4/guide, "Association type ID values").
 */
const ASSOCIATION_TYPES = {
  note: { contacts: 202, companies: 190, deals: 214 },
  meeting: { contacts: 200, companies: 188, deals: 212 },
  task: { contacts: 204, companies: 192, deals: 216 },
} as const;
const CONTACT_NAMES = ["firstname", "lastname", "email"];
/** Results of one search: an account has few entries with the word of one meeting. */
const FOUND_MAX = 200;

/** HubSpot's objects API: contacts by address; notes, meetings and tasks as activities that are associated with them. */
export function hubSpotCrm(addresses: HubSpotAddresses): Crm {
  return {
    hasOneDeal: false,
    account({ accountId, access, signal }) {
      const ask = askHubSpotAs({ access, signal }, `${addresses.api}/crm`);
      const recordUrl = (type: string, id: string) => `${addresses.app}/contacts/${accountId}/record/${type}/${id}`;
      const contactUrl = (id: string) => recordUrl("0-1", id);
      return {
        ...contacts(ask, contactUrl),
        ...hubSpotRelated(ask, recordUrl),
        ...contactProperties(ask),
        ...entries(ask),
        noteUrl: (noteId, contactId) => `${contactUrl(contactId)}?engagement=${noteId}`,
      };
    },
  };
}

function contacts(
  ask: AskAccount,
  contactUrl: (id: string) => string,
): Pick<CrmAccount, "findContacts" | "readContacts"> {
  return {
    findContacts: (emails) => readBatch("email", emails),
    readContacts: (ids) => readBatch(null, ids),
  };

  async function readBatch(idProperty: string | null, ids: readonly string[]): Promise<CrmContact[]> {
    if (ids.length === 0) return [];
    const answer = await ask("POST", `${RECORDS}/contacts/batch/read`, {
      properties: CONTACT_NAMES,
      propertiesWithHistory: [],
      ...(idProperty === null ? {} : { idProperty }),
      inputs: ids.map((id) => ({ id })),
    } satisfies ObjectsToRead);
    // 207: some are missing.
    const { results } = goodAnswer(answer, records);
    const contacts = results.map((row) => contactOf(row));
    return [...new Map(contacts.map((contact) => [contact.id, contact])).values()].slice(0, CRM_CONTACTS_MAX);
  }

  function contactOf({ id, properties: { firstname, lastname, email } }: z.infer<typeof record>): CrmContact {
    const name = [firstname, lastname].filter((part) => part).join(" ");
    return { id, name: name || email || id, url: contactUrl(id) };
  }
}

function contactProperties(ask: AskAccount): Pick<CrmAccount, "listProperties" | "setProperties"> {
  const readAll = async () =>
    goodAnswer(await ask("GET", `properties/${HUBSPOT_VERSION}/contacts`), properties).results;
  const set = (contactIds: readonly string[], values: Record<string, string>) => {
    const changes = { inputs: contactIds.map((id) => ({ id, properties: values })) } satisfies ObjectsToChange;
    return ask("POST", `${RECORDS}/contacts/batch/update`, changes);
  };
  return {
    async listProperties() {
      return (await readAll())
        .filter(({ fieldType }) => fieldType === "text" || fieldType === "textarea")
        .filter(
          ({ hidden, calculated, modificationMetadata }) =>
            !hidden && !calculated && !modificationMetadata?.readOnlyValue,
        )
        .map(({ name, label }) => ({ name, label }));
    },

    /** HubSpot refuses the whole request for one property that was deleted there: the others are set without it. */
    async setProperties(contactIds, values) {
      const answer = await set(contactIds, values);
      if (answer.status !== 400) return void goodAnswer(answer, records);
      const known = new Set((await readAll()).map(({ name }) => name));
      const left = Object.entries(values).filter(([name]) => known.has(name));
      if (left.length === Object.keys(values).length) goodAnswer(answer, records);
      if (left.length > 0) goodAnswer(await set(contactIds, Object.fromEntries(left)), records);
    },
  };
}

/** Notes, meetings and tasks. */
function entries(ask: AskAccount): Pick<CrmAccount, "findEntries" | "create" | "update"> {
  return {
    async findEntries(what, word) {
      const answer = await ask("POST", `${RECORDS}/${OBJECTS[what]}/search`, {
        filterGroups: [{ filters: [{ propertyName: BODIES[what], operator: "CONTAINS_TOKEN", value: word }] }],
        properties: [BODIES[what]],
        limit: FOUND_MAX,
      } satisfies ObjectSearch);
      const { results } = goodAnswer(answer, records);
      return results.map((row) => ({ id: row.id, html: row.properties[BODIES[what]] ?? "" }));
    },

    async create(entry, on) {
      const types = ASSOCIATION_TYPES[entry.what];
      const answer = await ask("POST", `${RECORDS}/${OBJECTS[entry.what]}`, {
        properties: propertiesOf(entry),
        associations: RECORD_TYPES.flatMap((type) =>
          idsOf(on, type).map((id) => ({
            to: { id },
            types: [{ associationCategory: "HUBSPOT_DEFINED" as const, associationTypeId: types[type] }],
          })),
        ),
      } satisfies ObjectToCreate);
      return goodAnswer(answer, created).id;
    },

    async update(id, entry, on) {
      const change = { properties: changesOf(entry) } satisfies ObjectToChange;
      const answer = await ask("PATCH", `${RECORDS}/${OBJECTS[entry.what]}/${id}`, change);
      if (answer.status === 404) return null;
      goodAnswer(answer, created);
      for (const type of RECORD_TYPES) await associate(`${OBJECTS[entry.what]}/${type}`, id, idsOf(on, type));
      for (const type of ["companies", "deals"] as const) {
        await dissociate(`${OBJECTS[entry.what]}/${type}`, id, on.dropped[type]);
      }
      return id;
    },
  };

  /** People who were invited later, or records that were chosen by hand. An association that exists stays as it is. */
  async function associate(between: string, id: string, toIds: readonly string[]) {
    if (toIds.length === 0) return;
    const made = { inputs: toIds.map((toId) => ({ from: { id }, to: { id: toId } })) } satisfies AssociationsToMake;
    const path = `associations/${HUBSPOT_VERSION}/${between}/batch/associate/default`;
    goodAnswer(await ask("POST", path, made), z.unknown());
  }

  async function dissociate(between: string, id: string, toIds: readonly string[]) {
    if (toIds.length === 0) return;
    const removed = { inputs: [{ from: { id }, to: toIds.map((toId) => ({ id: toId })) }] };
    const path = `associations/${HUBSPOT_VERSION}/${between}/batch/archive`;
    goodAnswer(await ask("POST", path, removed satisfies AssociationsToRemove), z.unknown());
  }
}

const RECORD_TYPES = ["contacts", "companies", "deals"] as const;

function idsOf(on: EntryPlace, type: (typeof RECORD_TYPES)[number]): string[] {
  return type === "contacts" ? on.contactIds : on[type].map(({ id }) => id);
}

function propertiesOf(entry: CrmEntry): Record<string, string> {
  switch (entry.what) {
    case "note":
      return { hs_timestamp: isoOf(entry.at), hs_note_body: entry.html };
    case "meeting":
      return {
        hs_timestamp: isoOf(entry.startsAt),
        hs_meeting_title: entry.title,
        hs_meeting_body: entry.html,
        hs_meeting_start_time: isoOf(entry.startsAt),
        hs_meeting_end_time: isoOf(entry.endsAt),
        hs_meeting_outcome: "COMPLETED",
      };
    case "task":
      return {
        hs_timestamp: isoOf(entry.dueAt),
        hs_task_subject: entry.title,
        hs_task_body: entry.html,
        hs_task_type: "TODO",
        hs_task_status: entry.isDone ? "COMPLETED" : "NOT_STARTED",
        ...(entry.ownerId === null ? {} : { hubspot_owner_id: entry.ownerId }),
      };
    default:
      return assertNever(entry);
  }
}

/** A task that a person has completed there stays so, and so does one that was given to somebody else. */
function changesOf(entry: CrmEntry): Record<string, string> {
  const { hs_task_status, hubspot_owner_id: _owner, ...others } = propertiesOf(entry);
  return hs_task_status === "COMPLETED" ? { ...others, hs_task_status } : others;
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
