import * as z from "zod";
import { assertNever } from "#app/domain/invariant.ts";
import { CRM_CONTACTS_MAX } from "#app/domain/limits/crm.ts";
import { askPipedrive, goodAnswer, pipedriveBase } from "#app/server/adapters/crm/pipedrive-request.ts";
import type { Crm, CrmContact, CrmEntry, CrmEntryType } from "#app/server/ports/crm.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

const person = z.object({ id: z.number(), name: z.string() });
const found = z.object({ data: z.object({ items: z.array(z.object({ item: person })) }) });
const people = z.object({ data: z.array(person).nullable() });
const fields = z.object({
  data: z.array(
    z.object({ key: z.string(), name: z.string(), field_type: z.string(), edit_flag: z.boolean().optional() }),
  ),
});
const made = z.object({ data: z.object({ id: z.number() }) });
const notes = z.object({ data: z.array(z.object({ id: z.number(), content: z.string() })).nullable() });
const activities = z.object({ data: z.array(z.object({ id: z.number(), note: z.string().nullable() })).nullable() });

const TEXT_FIELDS = new Set(["varchar", "text"]);
const LISTED_MAX = 100;

/**
 * Pipedrive: persons by address, activities for meetings and tasks, and notes. A note belongs to one person there, so that a note of Acta is
 * one for each contact; its id is "<person>:<note>" for each, with commas.
 */
export function pipedriveCrm({ localOrigin }: { localOrigin: string | null }): Crm {
  return {
    account({ accountId, access, signal }) {
      const base = pipedriveBase(accountId, localOrigin);

      async function ask(method: string, path: string, body?: unknown) {
        const send = async (fresh: boolean) => {
          const token = await access(fresh);
          if (token === null) throw new UpstreamError({ service: "pipedrive", status: 401, retryable: false });
          const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
          const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
          return askPipedrive(`${base}/api/${path}`, init, signal);
        };
        const answer = await send(false);
        return answer.status === 401 ? send(true) : answer;
      }

      const contactOf = ({ id, name }: z.infer<typeof person>): CrmContact => ({
        id: String(id),
        name,
        url: personUrl(String(id)),
      });
      const personUrl = (id: string) => `${base}/person/${id}`;

      async function createNote(content: string, contactId: string): Promise<string> {
        const answer = await ask("POST", "v1/notes", { content, person_id: Number(contactId) });
        return `${contactId}:${goodAnswer(answer, made).data.id}`;
      }

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

        noteUrl: (_noteId, contactId) => personUrl(contactId),

        async listProperties() {
          const { data } = goodAnswer(await ask("GET", "v1/personFields"), fields);
          return data
            .filter(({ field_type, edit_flag }) => TEXT_FIELDS.has(field_type) && edit_flag === true)
            .map(({ key, name }) => ({ name: key, label: name }));
        },

        async findEntries(what, word, contactIds) {
          return what === "note" ? findNotes(word, contactIds) : findActivities(word, contactIds);
        },

        async create(entry, contactIds) {
          if (entry.what !== "note") {
            return String(goodAnswer(await ask("POST", "v2/activities", activityOf(entry, contactIds)), made).data.id);
          }
          const ids: string[] = [];
          for (const contactId of contactIds) ids.push(await createNote(entry.html, contactId));
          return ids.join(",");
        },

        async update(id, entry, contactIds) {
          if (entry.what !== "note") {
            const { done, ...others } = activityOf(entry, contactIds);
            // A task that a person has completed there stays so.
            const answer = await ask("PATCH", `v2/activities/${id}`, done ? { ...others, done } : others);
            if (isGone(answer.status)) return "gone";
            goodAnswer(answer, made);
            return "updated";
          }
          const had = new Map(id.split(",").map((pair) => [pair.split(":")[0] ?? "", pair.split(":")[1] ?? ""]));
          let isAnyLeft = false;
          for (const noteId of had.values()) {
            const answer = await ask("PUT", `v1/notes/${noteId}`, { content: entry.html });
            if (isGone(answer.status)) continue;
            goodAnswer(answer, made);
            isAnyLeft = true;
          }
          return isAnyLeft ? "updated" : "gone";
        },

        async setProperties(contactIds, values) {
          for (const contactId of contactIds) goodAnswer(await ask("PATCH", `v2/persons/${contactId}`, values), made);
        },
      };

      async function findNotes(word: string, contactIds: readonly string[]) {
        const pairs: string[] = [];
        let html = "";
        for (const contactId of contactIds) {
          const { data } = goodAnswer(await ask("GET", `v1/notes?person_id=${contactId}&limit=${LISTED_MAX}`), notes);
          const known = data?.find(({ content }) => content.includes(word));
          if (known === undefined) continue;
          pairs.push(`${contactId}:${known.id}`);
          html = known.content;
        }
        // The process died after some of them: the others are made now.
        const missing = contactIds.filter((contactId) => pairs.every((pair) => !pair.startsWith(`${contactId}:`)));
        if (pairs.length > 0) for (const contactId of missing) pairs.push(await createNote(html, contactId));
        return pairs.length === 0 ? [] : [{ id: pairs.join(","), html }];
      }

      async function findActivities(word: string, contactIds: readonly string[]) {
        const [first] = contactIds;
        if (first === undefined) return [];
        const { data } = goodAnswer(
          await ask("GET", `v2/activities?person_id=${first}&limit=${LISTED_MAX}`),
          activities,
        );
        return (data ?? [])
          .map(({ id, note }) => ({ id: String(id), html: note ?? "" }))
          .filter(({ html }) => html.includes(word));
      }
    },
  };
}

function isGone(status: number): boolean {
  return status === 404 || status === 410;
}

function activityOf(entry: Exclude<CrmEntry, { what: "note" }>, contactIds: readonly string[]) {
  const participants = contactIds.map((id, index) => ({ person_id: Number(id), primary: index === 0 }));
  const common = { subject: entry.title, note: entry.html, participants };
  switch (entry.what) {
    case "meeting":
      return {
        ...common,
        type: "meeting" satisfies CrmEntryType,
        due_date: dayOf(entry.startsAt),
        due_time: timeOf(entry.startsAt),
        done: true,
      };
    case "task":
      return { ...common, type: "task" satisfies CrmEntryType, due_date: dayOf(entry.dueAt), done: entry.isDone };
    default:
      return assertNever(entry);
  }
}

/** Days and times of Pipedrive's API are UTC. */
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const timeOf = (at: number) => new Date(at).toISOString().slice(11, 16);
