import { and, eq, inArray } from "drizzle-orm";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { TEAM_SEATS_MAX } from "#app/domain/limits/billing.ts";
import { CRM_OWNERS_MAX } from "#app/domain/limits/deliveries.ts";
import { personKeyOf } from "#app/domain/meeting/list.ts";
import { ownerKeyOf } from "#app/domain/tasks/task-owner.ts";
import { participantsOf } from "#app/server/crm/plan-entries.ts";
import type { Database } from "#app/server/db/database.ts";
import { members, users } from "#app/server/db/schema-account.ts";
import type { CrmAccount } from "#app/server/ports/crm.ts";

/** The users of a CRM whose tasks the tasks of a meeting are. */

export type Colleague = { name: string; email: string };
export type TaskOwner = { id: string; name: string };

/** The person, and the people of their teams, with addresses that a provider vouches for. */
export async function colleaguesOf(db: Database, userId: string): Promise<Colleague[]> {
  const own = db.select({ id: members.workspaceId }).from(members).where(eq(members.userId, userId));
  const rows = await db
    .selectDistinct({ name: users.name, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(inArray(members.workspaceId, own), eq(users.emailVerified, true)))
    .limit(TEAM_SEATS_MAX);
  return rows.flatMap(({ name, email }) => (name && email ? [{ name, email: email.toLowerCase() }] : []));
}

/**
 * The owners of the tasks by the names that the minutes say. A task is nobody's where two people may be meant, or where the CRM does not know
 * the address of the one who is.
 */
export async function findTaskOwners(
  account: Pick<CrmAccount, "findOwners">,
  view: MeetingView,
  colleagues: readonly Colleague[],
): Promise<Map<string, TaskOwner>> {
  const meant = new Map(
    assignedIn(view).flatMap((assigned) => {
      const colleague = colleagueOf(assigned, view, colleagues);
      return colleague === null ? [] : [[assigned, colleague] as const];
    }),
  );
  const emails = [...new Set([...meant.values()].map(({ email }) => email))].slice(0, CRM_OWNERS_MAX);
  const ids = emails.length === 0 ? new Map<string, string>() : await account.findOwners(emails);
  return new Map(
    [...meant].flatMap(([assigned, { name, email }]) => {
      const id = ids.get(email);
      return id === undefined ? [] : [[assigned, { id, name }] as const];
    }),
  );
}

function assignedIn({ summary }: MeetingView): string[] {
  const names = (summary?.fields ?? []).flatMap(({ content }) =>
    content.type === "tasks" ? content.items.flatMap(({ assigned }) => assigned ?? []) : [],
  );
  return [...new Set(names)];
}

/** A first name alone is that of a colleague who took part: another one may be a customer whom nobody here knows. */
function colleagueOf(assigned: string, view: MeetingView, colleagues: readonly Colleague[]): Colleague | null {
  const participants = participantsOf(view);
  const key = ownerKeyOf(assigned, [...participants, ...colleagues.map(({ name }) => name)]);
  const isNamed = personKeyOf(assigned).includes(" ") || participants.some((name) => personKeyOf(name) === key);
  if (key === "" || !isNamed) return null;
  const [one, ...others] = colleagues.filter(({ name }) => personKeyOf(name) === key);
  return one !== undefined && others.length === 0 ? one : null;
}
