import entry, {
  CallObject as ProductionCall,
  MeetingObject as ProductionMeeting,
  WorkspaceObject as ProductionWorkspace,
} from "#workers/entry.ts";
import type { Env } from "#workers/config.ts";
import { arm, heldBindings, watchStorage } from "#tests/crash/crash-points.ts";

export { CalendarAccountObject, LogWriter } from "#workers/entry.ts";

/** The production Worker with bindings that stop at the point that a crash test arms. */

let held: Env | null = null;
/** The same object for every call: configuration is parsed once an environment. */
const bindingsOf = (env: Env): Env => (held ??= heldBindings(env));

export default {
  async fetch(request: Request, env: Env, context: ExecutionContext): Promise<Response> {
    if (new URL(request.url).pathname === "/_crash") {
      arm(await request.json());
      return new Response();
    }
    return entry.fetch(request, bindingsOf(env), context);
  },
};

export class CallObject extends ProductionCall {
  constructor(context: DurableObjectState, env: Env) {
    watchStorage(context.storage.sql);
    super(context, bindingsOf(env));
  }
}

export class MeetingObject extends ProductionMeeting {
  constructor(context: DurableObjectState, env: Env) {
    watchStorage(context.storage.sql);
    super(context, bindingsOf(env));
  }
}

export class WorkspaceObject extends ProductionWorkspace {
  constructor(context: DurableObjectState, env: Env) {
    watchStorage(context.storage.sql);
    super(context, bindingsOf(env));
  }
}
