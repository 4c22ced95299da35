import { LIST_SWEEP_AT_ONCE } from "#app/domain/limits/lists.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { assertNever, invariant } from "#app/domain/invariant.ts";
import { faultOf } from "#app/server/log.ts";
import type { Services } from "#app/server/services.ts";
import { noteAgain } from "#app/server/workspace/list-changes.ts";
import { endRepair, type Repair, selectRepairs } from "#app/server/workspace/list-repairs.ts";
import { fillLacking } from "#app/server/workspace/take-list-changes.ts";

type Needs = Pick<Services, "db" | "lists" | "log"> & {
  meetings: Pick<Services["meetings"], "restore">;
  calendarAccounts: Pick<Services["calendarAccounts"], "of">;
};

/**
 * The sweep: brings into lists what no change would (decision 239). Meetings are written by their objects, which notes a change anew. Answers the number of
 * repairs.
 */
export async function repairLists(services: Needs): Promise<number> {
  const repairs = await selectRepairs(services.db);
  for (let at = 0; at < repairs.length; at += LIST_SWEEP_AT_ONCE) {
    await Promise.all(
      repairs.slice(at, at + LIST_SWEEP_AT_ONCE).map(async (repair) => {
        const { workspaceId, kind, id } = repair;
        services.log("lists.incomplete", repair);
        try {
          await bringBack(services, repair);
          await endRepair(services.db, repair);
        } catch (error) {
          services.log("lists.repair.failed", { workspaceId, kind, id, error: faultOf(error) });
        }
      }),
    );
  }
  return repairs.length;
}

async function bringBack(services: Needs, { workspaceId, kind, id }: Repair): Promise<void> {
  switch (kind) {
    case "members": {
      const fault = await fillLacking(services, workspaceId);
      invariant(fault === null, fault ?? "");
      return;
    }
    case "events":
      return services.calendarAccounts.of(id).writeEventsAgain(workspaceId);
    case "meeting":
      // Without an object, D1 has all that there is.
      if ((await services.meetings.restore(id as MeetId)) !== "restored") await noteAgain(services.db, id);
      return;
    default:
      return assertNever(kind);
  }
}
