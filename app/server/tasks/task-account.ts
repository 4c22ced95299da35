import * as z from "zod";
import { taskSettings, type TaskSettings } from "#app/contracts/task-sending.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { isTaskKind, type TaskKind } from "#app/domain/tasks/task-service.ts";
import { accessToken } from "#app/server/connections/connection-tokens.ts";
import { type ConnectionRow, findOwnConnection } from "#app/server/connections/read-connections.ts";
import type { TaskAccount } from "#app/server/ports/task-service.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { Services } from "#app/server/services.ts";

/** A connected account of a service that takes tasks. */

export type AccountNeeds = Pick<Services, "db" | "connectionClients" | "taskServices" | "secretBox" | "log" | "now">;
export type TaskConnection = ConnectionRow & { kind: TaskKind };
export type OpenAccount = { row: TaskConnection; account: TaskAccount };

/** The person's own account; `reconnect` where the service does not accept Acta any more. */
export async function openTaskAccount(
  services: AccountNeeds,
  actor: PersonActor,
  connectionId: string,
): Promise<Outcome<OpenAccount, "not-found" | "reconnect">> {
  const row = await findOwnConnection(services.db, actor, connectionId);
  if (row === null || !isTaskKind(row.kind)) return refused("not-found");
  if (row.brokenAt !== null) return refused("reconnect");
  const account = accountOf(services, { id: row.id, kind: row.kind });
  return account === null ? refused("not-found") : ok({ row: { ...row, kind: row.kind }, account });
}

/** Null where the kind is not configured. */
export function accountOf(services: AccountNeeds, { id, kind }: { id: string; kind: TaskKind }): TaskAccount | null {
  let inHand: string | null = null;
  const access = async (fresh = false) => {
    inHand = await accessToken(services, id, fresh ? inHand : null);
    return inHand;
  };
  return services.taskServices[kind]?.account({ access }) ?? null;
}

/** `reconnect` where the service refuses the token; other failures of it are thrown on. */
export async function unlessRefused<Value>(ask: () => Promise<Value>): Promise<Outcome<Value, "reconnect">> {
  try {
    return ok(await ask());
  } catch (error) {
    if (error instanceof UpstreamError && error.status === 401) return refused("reconnect");
    throw error;
  }
}

/** Settings that cannot be read count as not chosen. */
export function readTaskSettings(settings: unknown): TaskSettings {
  return z.safeParse(taskSettings, settings).data ?? { place: null, people: {} };
}
