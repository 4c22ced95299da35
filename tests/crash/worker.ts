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
    if (new URL(request.url).pathname === "/_crash") {
      arm(subject, await request.json());
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
}
