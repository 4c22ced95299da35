import * as z from "zod";
import type { AccountBirth } from "#app/server/ports/calendar-account.ts";
import { calendarEvents } from "#app/server/workspace/list-tables.ts";
import { composeCalendar } from "#workers/compose/calendars.ts";
import { listsOf } from "#workers/compose/objects.ts";
import type { Env } from "#workers/config.ts";
import entry, { CalendarAccountObject as ProductionAccount } from "#workers/entry.ts";

export { CallObject, LogWriter, MeetingObject, WorkspaceObject } from "#workers/entry.ts";

/** The bench's Worker: production's, with paths to an account's object and a clock of accounts that can be ahead. */

let aheadMs = 0;

export class CalendarAccountObject extends ProductionAccount {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, { ...composeCalendar(env), now: () => Date.now() + aheadMs });
  }

  nextSyncAt(): number {
    return this.ctx.storage.sql.exec<{ at: number }>("SELECT next_sync_at AS at FROM account").one().at;
  }
}

type BenchEnv = Omit<Env, "CALENDARS"> & { CALENDARS: DurableObjectNamespace<CalendarAccountObject> };
const clock = z.object({ aheadMs: z.number() });

export default {
  async fetch(request: Request, env: BenchEnv, context: ExecutionContext): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const account = env.CALENDARS.get(env.CALENDARS.idFromName(searchParams.get("account") ?? "none"));
    switch (pathname) {
      case "/_bench/begin":
        await account.begin(await request.json<AccountBirth>());
        return Response.json(await account.sync());
      case "/_bench/sync":
        return Response.json(await account.sync());
      case "/_bench/next":
        return Response.json(await account.nextSyncAt());
      case "/_bench/listed": {
        const rows = await listsOf(env as unknown as Env)
          .of(searchParams.get("user") ?? "none")
          .select({ startsAt: calendarEvents.startsAt })
          .from(calendarEvents);
        return Response.json(rows.map(({ startsAt }) => startsAt));
      }
      case "/_bench/clock":
        ({ aheadMs } = clock.parse(await request.json()));
        return Response.json(null);
      default:
        return entry.fetch(request, env as unknown as Env, context);
    }
  },
};
