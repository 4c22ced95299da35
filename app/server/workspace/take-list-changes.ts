import { eq, sql } from "drizzle-orm";
import { LIST_CHANGES_AT_ONCE, LIST_SWEEP_AT_ONCE, LIST_SWEEP_WORKSPACES } from "#app/domain/limits/lists.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { listChanges } from "#app/server/db/schema.ts";
import { faultOf } from "#app/server/log.ts";
import type { Services } from "#app/server/services.ts";
import { selectLacking, shareContent, takeContent } from "#app/server/workspace/complete-lists.ts";
import {
  type BuildPlace,
  type FoundChange,
  type ListChange,
  readForBuild,
  readShownForBuild,
  removeChanges,
  selectChanges,
} from "#app/server/workspace/list-changes.ts";
import { listState } from "#app/server/workspace/list-tables.ts";
import { noteLostEvents, noteRepairs } from "#app/server/workspace/list-repairs.ts";
import { LIST_FOLDING, refoldLists } from "#app/server/workspace/refold-lists.ts";
import { writeChanges } from "#app/server/workspace/write-lists.ts";

type Needs = Pick<Services, "db" | "lists">;

/**
 * Brings the lists of a workspace to what D1 has, and removes the changes that they have taken. Lists that are read for the first time are built
 * from D1's rows. Repetition and order change nothing: a change is written over an older one only.
 */
export async function takeListChanges(needs: Needs, workspaceId: string): Promise<void> {
  const { db } = needs;
  await buildLists(needs, workspaceId);
  for (;;) {
    const changes = await selectChanges(db, { workspaceId });
    if (changes.length === 0) return;
    await writeAccepted(needs, workspaceId, changes);
    await completeContent(needs, workspaceId, changes);
    await removeChanges(
      db,
      changes.map(({ position }) => position),
    );
    if (changes.length < LIST_CHANGES_AT_ONCE) return;
  }
}

/**
 * One meeting that lists refuse keeps no other back: its row is taken without its tags, tasks and people, and its object is to write it anew. That is noted
 * first, so that nothing is lost where this breaks off.
 */
async function writeAccepted({ db, lists }: Needs, workspaceId: string, changes: readonly ListChange[]): Promise<void> {
  const list = lists.of(workspaceId);
  const refused = await writeChanges(list, changes);
  if (refused.length === 0) return;
  await noteRepairs(
    db,
    refused.map(({ item: { meetId: id, position }, fault }) => ({ workspaceId, kind: "meeting", id, position, fault })),
  );
  await writeChanges(
    list,
    refused.map(({ item }) => ({ ...item, tags: "[]", tasks: null, people: null })),
  );
}

/**
 * Gives a change to the lists at once, sparing D1 the reading. The change stays in D1 until the sweep, or the next change of the meeting: whoever
 * reads the lists sees that they have taken it.
 */
export async function giveChanges(
  { lists, log }: Pick<Services, "lists" | "log">,
  changes: readonly FoundChange[],
): Promise<void> {
  await Promise.all(
    changes.map(async (change) => {
      try {
        await writeChanges(lists.of(change.listOf), [change]);
      } catch (error) {
        log("lists.untold", { workspaceId: change.listOf, meetId: change.meetId, error: faultOf(error) });
      }
    }),
  );
}

/** The sweep: workspaces whose lists have changes to take, in no order, so that lists that fail stand in nobody's way. */
export async function sweepListChanges(services: Needs & Pick<Services, "log">): Promise<number> {
  const waiting = await services.db
    .selectDistinct({ workspaceId: listChanges.workspaceId })
    .from(listChanges)
    .orderBy(sql`random()`)
    .limit(LIST_SWEEP_WORKSPACES);
  for (let at = 0; at < waiting.length; at += LIST_SWEEP_AT_ONCE) {
    await Promise.all(
      waiting.slice(at, at + LIST_SWEEP_AT_ONCE).map(({ workspaceId }) => tryToTake(services, workspaceId)),
    );
  }
  return waiting.length;
}

/** Takes the changes of a meeting without waiting for a reader of its lists: whoever comes to see it finds its tasks and people. */
export async function takeChangesOf(services: Needs & Pick<Services, "log">, meetId: MeetId): Promise<void> {
  const { workspaceId: ofLists } = listChanges;
  const waiting = await services.db
    .select({ workspaceId: ofLists })
    .from(listChanges)
    .where(eq(listChanges.meetId, meetId));
  for (const { workspaceId } of waiting) await tryToTake(services, workspaceId);
}

/** Lists that fail are behind until the next sweep, or their next reader. */
async function tryToTake(services: Needs & Pick<Services, "log">, workspaceId: string): Promise<void> {
  try {
    await takeListChanges(services, workspaceId);
  } catch (error) {
    services.log("lists.behind", { workspaceId, error: faultOf(error) });
  }
}

/**
 * Moves what D1 has of a workspace into lists that were never read. A build that broke off, or goes on beside this one, has written rows that this one
 * leaves as they are: what has changed since is noted, and taken next.
 */
async function buildLists(needs: Needs, workspaceId: string): Promise<void> {
  const { db } = needs;
  const list = needs.lists.of(workspaceId);
  const [state] = await list.select().from(listState);
  if (state?.isBuilt) return state.folding === LIST_FOLDING ? undefined : refoldLists(list);
  const write = async (page: readonly ListChange[]) => {
    await writeAccepted(needs, workspaceId, page);
    await completeContent(needs, workspaceId, page);
    return page.at(-1)?.row ?? null;
  };
  for (let after: BuildPlace | null = null; ; ) {
    after = await write(await readForBuild(db, workspaceId, after));
    if (after === null) break;
  }
  for (let after: { id: string } | null = { id: "" }; after !== null; ) {
    after = await write(await readShownForBuild(db, workspaceId, after.id));
  }
  await noteLostEvents(db, workspaceId);
  await list.insert(listState).values({ id: 1, isBuilt: true, folding: LIST_FOLDING }).onConflictDoNothing();
}

/**
 * Brings tasks and people of meetings to new readers: from the lists of their workspace to those of a team, and to D1 for meetings that name people.
 * Lists that fail keep nobody from what others have: the sweep asks them again.
 */
async function completeContent(needs: Needs, workspaceId: string, taken: readonly ListChange[]): Promise<void> {
  const list = needs.lists.of(workspaceId);
  const own = taken.filter(({ row }) => row === null || row.workspaceId === workspaceId);
  if (own.length > 0) await shareContent(needs.db, list, own);
  if (own.length === taken.length) return;
  const fault = await fillLacking(needs, workspaceId);
  if (fault !== null) await noteRepairs(needs.db, [{ workspaceId, kind: "members", id: "", position: 0, fault }]);
}

/** Returns why lists of members could not be asked; null where they all were. */
export async function fillLacking(needs: Needs, workspaceId: string): Promise<string | null> {
  const list = needs.lists.of(workspaceId);
  const failed = new Map<string, string>();
  for (;;) {
    const rows = await selectLacking(list, workspaceId, { but: [...failed.keys()], limit: LIST_CHANGES_AT_ONCE });
    const lacking = new Map<string, string[]>();
    for (const row of rows) lacking.set(row.workspaceId, [...(lacking.get(row.workspaceId) ?? []), row.meetId]);
    await Promise.all(
      [...lacking].map(async ([from, meetIds]) => {
        try {
          await takeListChanges(needs, from);
          await takeContent(list, needs.lists.of(from), meetIds);
        } catch (error) {
          failed.set(from, faultOf(error));
        }
      }),
    );
    if (rows.length < LIST_CHANGES_AT_ONCE) return [...failed.values()][0] ?? null;
  }
}
