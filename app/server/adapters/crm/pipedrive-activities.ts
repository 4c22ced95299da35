import * as z from "zod";
import { assertNever } from "#app/domain/invariant.ts";
import { PIPEDRIVE_LISTED_MAX } from "#app/domain/limits/deliveries.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/limits/units.ts";
import type { AskAccount } from "#app/server/adapters/crm/crm-requests.ts";
import type { ActivityToSave } from "#app/server/adapters/crm/pipedrive-api.ts";
import { relatedMembers } from "#app/server/adapters/crm/pipedrive-related.ts";
import { goodAnswer, isGone, made } from "#app/server/adapters/crm/pipedrive-request.ts";
import type { CrmEntry, CrmEntryType, EntryPlace } from "#app/server/ports/crm.ts";

const activity = z.object({ id: z.number(), note: z.string().nullish(), is_deleted: z.boolean().optional() });
const activities = z.object({ data: z.array(activity).nullable() });
const changedActivity = z.object({ data: activity });

type Entry = Exclude<CrmEntry, { what: "note" }>;

/** Meetings and tasks are activities at Pipedrive. */
export function pipedriveActivities(ask: AskAccount) {
  return {
    /** Pipedrive finds activities by their primary participant, who is the first contact. */
    async find(word: string, [first]: readonly string[]) {
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
    },

    async create(entry: Entry, place: EntryPlace): Promise<string> {
      return String(goodAnswer(await ask("POST", "v2/activities", activityOf(entry, place)), made).data.id);
    },

    /** Null where a person has deleted it there. */
    async update(id: string, entry: Entry, place: EntryPlace): Promise<string | null> {
      const { done, owner_id: _owner, ...others } = activityOf(entry, place);
      // A task that a person has completed there stays so, and so does one that was given to somebody else.
      const answer = await ask("PATCH", `v2/activities/${id}`, done ? { ...others, done } : others);
      if (isGone(answer.status)) return null;
      return goodAnswer(answer, changedActivity).data.is_deleted === true ? null : id;
    },
  };
}

function activityOf(entry: Entry, place: EntryPlace): ActivityToSave {
  const participants = place.contactIds.map((id, index) => ({ person_id: Number(id), primary: index === 0 }));
  const common = { subject: entry.title, note: entry.html, participants, ...relatedMembers(place, null) };
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
      return {
        ...common,
        type: "task" satisfies CrmEntryType,
        ...(entry.dueDay === null ? {} : { due_date: entry.dueDay }),
        ...(entry.ownerId === null ? {} : { owner_id: Number(entry.ownerId) }),
        done: entry.isDone,
      };
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
