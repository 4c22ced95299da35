import * as z from "zod";
import { beginningOf } from "#app/domain/beginning-of.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { CRM_CONTACTS_MAX, PIPEDRIVE_LISTED_MAX, PIPEDRIVE_VARCHAR_CHARS_MAX } from "#app/domain/limits/deliveries.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/limits/units.ts";
import type {
  ActivityToSave,
  NoteToAdd,
  NoteToChange,
  PersonToChange,
} from "#app/server/adapters/crm/pipedrive-api.ts";
import { askPipedrive, goodAnswer, pipedriveBase } from "#app/server/adapters/crm/pipedrive-request.ts";
import type { Crm, CrmContact, CrmEntry, CrmEntryType } from "#app/server/ports/crm.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

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
const made = z.object({ data: z.object({ id: z.number() }) });
/** A note that a person has deleted is not active; an activity says so in another word. */
const note = z.object({ id: z.number(), content: z.string(), active_flag: z.boolean().optional() });
const activity = z.object({ id: z.number(), note: z.string().nullish(), is_deleted: z.boolean().optional() });
const notes = z.object({ data: z.array(note).nullable() });
const activities = z.object({ data: z.array(activity).nullable() });
const changedNote = z.object({ data: note });
const changedActivity = z.object({ data: activity });

const TEXT_FIELDS = new Set(["varchar", "varchar_auto", "text"]);
const LONG_TEXT = "text";

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

        /** Fields of the company's own: those of Pipedrive, such as the name, are not for minutes. */
        async listProperties() {
          return (await readFields())
            .filter(({ field_type, is_custom_field }) => TEXT_FIELDS.has(field_type) && is_custom_field === true)
            .map(({ field_code, field_name }) => ({ name: field_code, label: field_name }));
        },

        async findEntries(what, word, contactIds) {
          if (what !== "note") return findActivities(word, contactIds);
          const found = await findNotes(word, contactIds);
          const [first] = found;
          return first === undefined ? [] : [{ id: idOf(found), html: first.html }];
        },

        async create(entry, { contactIds }) {
          if (entry.what !== "note") {
            return String(goodAnswer(await ask("POST", "v2/activities", activityOf(entry, contactIds)), made).data.id);
          }
          const pairs: Pair[] = [];
          for (const contactId of contactIds) pairs.push(await createNote(entry.html, contactId));
          return idOf(pairs);
        },

        async update(id, entry, { contactIds, mark, restores }) {
          if (entry.what !== "note") return (await isActivityChanged(id, entry, contactIds)) ? id : null;
          const pairs: Pair[] = [];
          // A deleted note that is not to come back stays known, so that its contact is not taken for a new one.
          for (const pair of pairsOf(id)) {
            if ((await isNoteChanged(pair.noteId, entry.html)) || !restores) pairs.push(pair);
          }
          const others = contactIds.filter((contactId) => pairs.every((pair) => pair.contactId !== contactId));
          // They were invited or chosen later, their note was deleted, or the process died after some notes.
          const found = others.length === 0 ? [] : await findNotes(`(${mark})`, others);
          for (const contactId of others) {
            const known = found.find((pair) => pair.contactId === contactId);
            const isKept = known !== undefined && (await isNoteChanged(known.noteId, entry.html));
            pairs.push(isKept ? known : await createNote(entry.html, contactId));
          }
          return idOf(pairs);
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

      async function createNote(content: string, contactId: string): Promise<Pair> {
        const added = { content, person_id: Number(contactId) } satisfies NoteToAdd;
        const answer = await ask("POST", "v1/notes", added);
        return { contactId, noteId: String(goodAnswer(answer, made).data.id) };
      }

      /** False where a person has deleted it there. */
      async function isNoteChanged(noteId: string, content: string): Promise<boolean> {
        const answer = await ask("PUT", `v1/notes/${noteId}`, { content } satisfies NoteToChange);
        return !isGone(answer.status) && goodAnswer(answer, changedNote).data.active_flag !== false;
      }

      async function isActivityChanged(id: string, entry: Exclude<CrmEntry, { what: "note" }>, contactIds: string[]) {
        const { done, ...others } = activityOf(entry, contactIds);
        // A task that a person has completed there stays so.
        const answer = await ask("PATCH", `v2/activities/${id}`, done ? { ...others, done } : others);
        return !isGone(answer.status) && goodAnswer(answer, changedActivity).data.is_deleted !== true;
      }

      /** The newest lists of a person are looked through: a process that died has made its entries just before. */
      async function findNotes(word: string, contactIds: readonly string[]): Promise<(Pair & { html: string })[]> {
        const found: (Pair & { html: string })[] = [];
        for (const contactId of contactIds) {
          const query = new URLSearchParams({
            person_id: contactId,
            sort: "id DESC",
            limit: String(PIPEDRIVE_LISTED_MAX),
          });
          const { data } = goodAnswer(await ask("GET", `v1/notes?${query}`), notes);
          const known = data?.find(({ content, active_flag }) => active_flag !== false && content.includes(word));
          if (known !== undefined) found.push({ contactId, noteId: String(known.id), html: known.content });
        }
        return found;
      }

      /** Pipedrive finds activities by their primary participant, who is the first contact. */
      async function findActivities(word: string, [first]: readonly string[]) {
        if (first === undefined) return [];
        const query = new URLSearchParams({
          person_id: first,
          sort_by: "id",
          sort_direction: "desc",
          limit: String(PIPEDRIVE_LISTED_MAX),
        });
        const { data } = goodAnswer(await ask("GET", `v2/activities?${query}`), activities);
        return (data ?? [])
          .filter(({ is_deleted }) => is_deleted !== true)
          .map((row) => ({ id: String(row.id), html: row.note ?? "" }))
          .filter(({ html }) => html.includes(word));
      }
    },
  };
}

/** A note of one contact. */
type Pair = { contactId: string; noteId: string };

function idOf(pairs: readonly Pair[]): string {
  return pairs.map(({ contactId, noteId }) => `${contactId}:${noteId}`).join(",");
}

function pairsOf(id: string): Pair[] {
  return id.split(",").map((pair) => {
    const [contactId = "", noteId = ""] = pair.split(":");
    return { contactId, noteId };
  });
}

function isGone(status: number): boolean {
  return status === 404 || status === 410;
}

function activityOf(entry: Exclude<CrmEntry, { what: "note" }>, contactIds: readonly string[]): ActivityToSave {
  const participants = contactIds.map((id, index) => ({ person_id: Number(id), primary: index === 0 }));
  const common = { subject: entry.title, note: entry.html, participants };
  switch (entry.what) {
    case "meeting":
      return {
        ...common,
        type: "meeting" satisfies CrmEntryType,
        due_date: dayOf(entry.startsAt),
        due_time: timeOf(entry.startsAt),
        duration: lengthOf(entry.endsAt - entry.startsAt),
        done: true,
      };
    case "task":
      return { ...common, type: "task" satisfies CrmEntryType, due_date: entry.dueDay, done: entry.isDone };
    default:
      return assertNever(entry);
  }
}

/** Days and times of Pipedrive's API are UTC; a day without a time is that day everywhere. */
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const timeOf = (at: number) => new Date(at).toISOString().slice(11, 16);
/** HH:MM, to the minute. */
function lengthOf(ms: number): string {
  const [hours, minutes] = [Math.floor(ms / HOUR_MS), Math.floor((ms % HOUR_MS) / MINUTE_MS)];
  return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}
