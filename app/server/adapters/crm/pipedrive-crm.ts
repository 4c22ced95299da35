import * as z from "zod";
import { beginningOf } from "#app/domain/beginning-of.ts";
import { CRM_CONTACTS_MAX, PIPEDRIVE_VARCHAR_CHARS_MAX } from "#app/domain/limits/deliveries.ts";
import type { AskAccount } from "#app/server/adapters/crm/crm-requests.ts";
import { pipedriveActivities } from "#app/server/adapters/crm/pipedrive-activities.ts";
import type { PersonToChange } from "#app/server/adapters/crm/pipedrive-api.ts";
import { pipedriveNotes } from "#app/server/adapters/crm/pipedrive-notes.ts";
import { pipedriveRelated } from "#app/server/adapters/crm/pipedrive-related.ts";
import { askPipedriveAs, goodAnswer, made, pipedriveBase } from "#app/server/adapters/crm/pipedrive-request.ts";
import type { Crm, CrmAccount, CrmContact } from "#app/server/ports/crm.ts";

const person = z.object({ id: z.number(), name: z.string() });
const found = z.object({ data: z.object({ items: z.array(z.object({ item: person })) }) });
const people = z.object({ data: z.array(person).nullable() });
const fields = z.object({
  data: z.array(
    z.object({
      field_code: z.string(),
      field_name: z.string(),
      field_type: z.string(),
      is_custom_field: z.boolean().optional(),
    }),
  ),
});

const TEXT_FIELDS = new Set(["varchar", "varchar_auto", "text"]);
const LONG_TEXT = "text";

/** Pipedrive: persons by address, activities for meetings and tasks, and notes. */
export function pipedriveCrm({ localOrigin }: { localOrigin: string | null }): Crm {
  return {
    hasOneDeal: true,
    account({ accountId, access, signal }) {
      const base = pipedriveBase(accountId, localOrigin);
      const ask = askPipedriveAs({ access, signal }, `${base}/api`);
      const personUrl = (id: string) => `${base}/person/${id}`;
      const notes = pipedriveNotes(ask);
      const activities = pipedriveActivities(ask);
      return {
        ...contacts(ask, personUrl),
        ...pipedriveRelated(ask, base),
        ...contactProperties(ask),
        noteUrl: (_noteId, contactId) => personUrl(contactId),

        findEntries: (what, word, contactIds) => (what === "note" ? notes : activities).find(word, contactIds),

        create: (entry, place) =>
          entry.what === "note" ? notes.create(entry.html, place) : activities.create(entry, place),

        update: (id, entry, place) =>
          entry.what === "note" ? notes.update(id, entry.html, place) : activities.update(id, entry, place),
      };
    },
  };
}

function contacts(
  ask: AskAccount,
  personUrl: (id: string) => string,
): Pick<CrmAccount, "findContacts" | "readContacts"> {
  const contactOf = ({ id, name }: z.infer<typeof person>): CrmContact => ({
    id: String(id),
    name,
    url: personUrl(String(id)),
  });
  return {
    async findContacts(emails) {
      const contacts: CrmContact[] = [];
      for (const email of emails) {
        const query = new URLSearchParams({ term: email, fields: "email", exact_match: "true" });
        const { data } = goodAnswer(await ask("GET", `v2/persons/search?${query}`), found);
        contacts.push(...data.items.map(({ item }) => contactOf(item)));
      }
      return [...new Map(contacts.map((contact) => [contact.id, contact])).values()].slice(0, CRM_CONTACTS_MAX);
    },

    async readContacts(ids) {
      const { data } = goodAnswer(await ask("GET", `v2/persons?ids=${ids.join(",")}`), people);
      return (data ?? []).map(contactOf);
    },
  };
}

function contactProperties(ask: AskAccount): Pick<CrmAccount, "listProperties" | "setProperties"> {
  return {
    /** Fields of the company's own: those of Pipedrive, such as the name, are not for minutes. */
    async listProperties() {
      return (await readFields())
        .filter(({ field_type, is_custom_field }) => TEXT_FIELDS.has(field_type) && is_custom_field === true)
        .map(({ field_code, field_name }) => ({ name: field_code, label: field_name }));
    },

    async setProperties(contactIds, values) {
      // A short text field refuses a long value, and with it all others of the request.
      const isLong = Object.values(values).some(({ length }) => length > PIPEDRIVE_VARCHAR_CHARS_MAX);
      const types = new Map((isLong ? await readFields() : []).map((row) => [row.field_code, row.field_type]));
      const custom_fields = Object.fromEntries(
        Object.entries(values).map(([code, value]) => [
          code,
          types.get(code) === LONG_TEXT ? value : beginningOf(value, PIPEDRIVE_VARCHAR_CHARS_MAX),
        ]),
      );
      for (const contactId of contactIds)
        goodAnswer(await ask("PATCH", `v2/persons/${contactId}`, { custom_fields } satisfies PersonToChange), made);
    },
  };

  async function readFields() {
    return goodAnswer(await ask("GET", "v2/personFields?limit=500"), fields).data;
  }
}
