import * as z from "zod";
import { assertNever } from "#app/domain/invariant.ts";
import { CRM_CONTACTS_MAX } from "#app/domain/limits/deliveries.ts";
import type { AskAccount } from "#app/server/adapters/crm/crm-requests.ts";
import type {
  AssociationsToMake,
  ObjectSearch,
  ObjectsToChange,
  ObjectsToRead,
  ObjectToChange,
  ObjectToCreate,
} from "#app/server/adapters/crm/hubspot-api.ts";
import {
  askHubSpotAs,
  goodAnswer,
  HUBSPOT_VERSION,
  type HubSpotAddresses,
} from "#app/server/adapters/crm/hubspot-request.ts";
import type { Crm, CrmAccount, CrmContact, CrmEntry, CrmEntryType } from "#app/server/ports/crm.ts";

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
/** HubSpot's association types from these objects to a contact. */
const TO_CONTACT = { note: 202, meeting: 200, task: 204 } as const;
const CONTACT_NAMES = ["firstname", "lastname", "email"];
/** Results of one search: an account has few entries with the word of one meeting. */
const FOUND_MAX = 200;

/** HubSpot's objects API: contacts by address; notes, meetings and tasks as activities that are associated with them. */
export function hubSpotCrm(addresses: HubSpotAddresses): Crm {
  return {
    account({ accountId, access, signal }) {
      const ask = askHubSpotAs({ access, signal }, `${addresses.api}/crm`);
      const contactUrl = (id: string) => `${addresses.app}/contacts/${accountId}/record/0-1/${id}`;
      return {
        ...contacts(ask, contactUrl),
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
  return {
    async listProperties() {
      const answer = await ask("GET", `properties/${HUBSPOT_VERSION}/contacts`);
      const { results } = goodAnswer(answer, properties);
      return results
        .filter(({ fieldType }) => fieldType === "text" || fieldType === "textarea")
        .filter(
          ({ hidden, calculated, modificationMetadata }) =>
            !hidden && !calculated && !modificationMetadata?.readOnlyValue,
        )
        .map(({ name, label }) => ({ name, label }));
    },

    async setProperties(contactIds, values) {
      const changes = { inputs: contactIds.map((id) => ({ id, properties: values })) } satisfies ObjectsToChange;
      goodAnswer(await ask("POST", `${RECORDS}/contacts/batch/update`, changes), records);
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

    async create(entry, { contactIds }) {
      const associationTypeId = TO_CONTACT[entry.what];
      const answer = await ask("POST", `${RECORDS}/${OBJECTS[entry.what]}`, {
        properties: propertiesOf(entry),
        associations: contactIds.map((id) => ({
          to: { id },
          types: [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId }],
        })),
      } satisfies ObjectToCreate);
      return goodAnswer(answer, created).id;
    },

    async update(id, entry, { contactIds }) {
      const change = { properties: changesOf(entry) } satisfies ObjectToChange;
      const answer = await ask("PATCH", `${RECORDS}/${OBJECTS[entry.what]}/${id}`, change);
      if (answer.status === 404) return null;
      goodAnswer(answer, created);
      await associate(entry.what, id, contactIds);
      return id;
    },
  };

  /** People who were invited later, or chosen by hand. An association that exists stays as it is. */
  async function associate(what: CrmEntryType, id: string, contactIds: readonly string[]) {
    const path = `associations/${HUBSPOT_VERSION}/${OBJECTS[what]}/contacts/batch/associate/default`;
    const made = {
      inputs: contactIds.map((contactId) => ({ from: { id }, to: { id: contactId } })),
    } satisfies AssociationsToMake;
    goodAnswer(await ask("POST", path, made), z.unknown());
  }
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
      };
    default:
      return assertNever(entry);
  }
}

/** A task that a person has completed there stays so. */
function changesOf(entry: CrmEntry): Record<string, string> {
  const { hs_task_status, ...others } = propertiesOf(entry);
  return hs_task_status === "COMPLETED" ? { ...others, hs_task_status } : others;
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
