import { DurableObject } from "cloudflare:workers";
import type { MeetId } from "#app/domain/ids.ts";
import type { DomainEvent } from "#app/domain/meeting/domain-events.ts";
import { composeWorkspace } from "#workers/compose.ts";
import type { Env } from "#workers/config.ts";
import { deliveries, type Deliveries, type WorkspaceDeps } from "#workers/workspace/deliver-events.ts";
import { migrateWorkspaceStore, saveEvents } from "#workers/workspace/store.ts";

/** One workspace: it takes the domain events of its meetings and gives them to the consumers. */
export class WorkspaceObject extends DurableObject<Env> {
  readonly #deliveries: Deliveries;

  /** `deps`: tests bring consumers of their own. */
  constructor(ctx: DurableObjectState, env: Env, deps: WorkspaceDeps = composeWorkspace(env)) {
    super(ctx, env);
    migrateWorkspaceStore(ctx.storage);
    this.#deliveries = deliveries({ deps, storage: ctx.storage, waitUntil: (work) => ctx.waitUntil(work) });
  }

  async takeEvents(meetId: MeetId, events: DomainEvent[]) {
    saveEvents(this.ctx.storage, meetId, events);
    await this.#deliveries.begin();
  }

  override async alarm(): Promise<void> {
    await this.#deliveries.alarm();
  }
}
