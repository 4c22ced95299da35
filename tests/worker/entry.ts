import type { EventConsumer } from "#app/server/ports/event-consumer.ts";
import type { MailDeps } from "#workers/workspace/mail/send-mails.ts";
import { composeWorkspace } from "#workers/compose.ts";
import type { Env } from "#workers/config.ts";
import { WorkspaceObject as ProductionWorkspace } from "#workers/entry.ts";

/** Production's Worker, whose workspaces have consumers of the test beside production's. */
export { CalendarAccountObject, CallObject, default, LogWriter, MeetingObject } from "#workers/entry.ts";

/** By workspace, so that no test learns of another's meetings. Noted before the workspace's first event. */
export const consumersOf = new Map<string, { consumers: EventConsumer[]; deliveryMsMax?: number; mail?: MailDeps }>();

export class WorkspaceObject extends ProductionWorkspace {
  constructor(ctx: DurableObjectState, env: Env) {
    const name = [...consumersOf.keys()].find((workspaceId) => env.WORKSPACES.idFromName(workspaceId).equals(ctx.id));
    const { consumers = [], ...more } = (name !== undefined && consumersOf.get(name)) || {};
    const deps = composeWorkspace(env);
    super(ctx, env, { ...deps, ...more, consumers: [...deps.consumers, ...consumers] });
  }
}
