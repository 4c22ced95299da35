import entry, {
  CallObject as ProductionCall,
  MeetingObject as ProductionMeeting,
  WorkspaceObject as ProductionWorkspace,
} from "#workers/entry.ts";
import type { Env } from "#workers/config.ts";
import { arm, heldBindings, SUBJECT_HEADER, subjectOf, watchStorage } from "#tests/crash/crash-points.ts";

export { CalendarAccountObject, LogWriter } from "#workers/entry.ts";

/** The production Worker with bindings that stop at the points that a crash test arms, one for each of its subjects. */

const held = new Map<string, Env>();
/** The same object for every call of a subject: configuration is parsed once an environment. */
function bindingsOf(env: Env, subject: string): Env {
  const known = held.get(subject) ?? heldBindings(env, subject);
  held.set(subject, known);
  return known;
}

export default {
  async fetch(request: Request, env: Env, context: ExecutionContext): Promise<Response> {
    const subject = request.headers.get(SUBJECT_HEADER) ?? "";
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/_crash") {
      arm(subject, await request.json());
      return new Response();
    }
    if (pathname === "/_due") {
      const workspace = env.WORKSPACES.getByName(searchParams.get("workspace") ?? "");
      await (workspace as unknown as WorkspaceObject).makeDeliveriesDue();
      return new Response();
    }
    return entry.fetch(request, bindingsOf(env, subject), context);
  },
};

export class CallObject extends ProductionCall {
  constructor(context: DurableObjectState, env: Env) {
    watchStorage(context);
    super(context, bindingsOf(env, subjectOf(context.id)));
  }
}

export class MeetingObject extends ProductionMeeting {
  constructor(context: DurableObjectState, env: Env) {
    watchStorage(context);
    super(context, bindingsOf(env, subjectOf(context.id)));
  }
}

export class WorkspaceObject extends ProductionWorkspace {
  constructor(context: DurableObjectState, env: Env) {
    watchStorage(context);
    super(context, bindingsOf(env, subjectOf(context.id)));
  }

  /** As if the wait for the next attempt were over, which takes 40 seconds after a kill. The alarm does the rest. */
  async makeDeliveriesDue() {
    this.ctx.storage.sql.exec("UPDATE deliveries SET due_at = 0 WHERE state = 'waiting'");
    await this.ctx.storage.setAlarm(Date.now());
  }
}
