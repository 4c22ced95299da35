import type { TaskKind, TaskState } from "#app/domain/tasks/task-service.ts";
import type { Outcome } from "#app/domain/outcome.ts";
import type { ConnectionClient } from "#app/server/ports/connection-client.ts";

/** A service that takes tasks: an adapter each, in a folder of its own. */

/** A team, project or list. */
export type TaskPlace = { id: string; name: string };
/** Somebody who can be given tasks of a place. */
export type TaskPerson = { id: string; name: string };

/**
 * `mark` is a UUID by which the task is found again. `lines` are plain text; `link` leads to the moment in Acta. `dueDay` is "2026-12-01".
 */
export type NewTask = {
  mark: string;
  title: string;
  lines: string[];
  link: { text: string; url: string };
  dueDay: string | null;
  assigneeId: string | null;
};
export type MadeTask = { externalId: string; url: string; state: TaskState };

/** `no-place`: the place is gone, or the person may not write there. `no-person`: the person cannot get it. `refused`: for another reason, each time. */
export type TaskRefusal = "no-place" | "no-person" | "refused";

/** Throws UpstreamError for what the service does; a refused token is 401. */
export interface TaskAccount {
  listPlaces(): Promise<TaskPlace[]>;
  listPeople(placeId: string): Promise<TaskPerson[]>;
  /** Tasks that were made with these marks, by mark; those that were deleted there too, where the service still has them. */
  find(marks: readonly string[], placeId: string): Promise<Map<string, MadeTask>>;
  create(placeId: string, task: NewTask): Promise<Outcome<MadeTask, TaskRefusal>>;
  /** One that is not in the answer is not there any more. At most TASKS_ASKED_MAX ids. */
  readStates(externalIds: readonly string[]): Promise<Map<string, TaskState>>;
}

export interface TaskService {
  consent: ConnectionClient;
  account(of: {
    /** A token that the service accepts. `fresh`: the one in hand was refused. Null where the person must connect again. */
    access: (fresh?: boolean) => Promise<string | null>;
    signal?: AbortSignal;
  }): TaskAccount;
  /** Ids of tasks that changed there, of a signed request; null for one that the service did not sign. Absent: the service is only asked. */
  readEvent?: (request: { headers: Headers; body: Uint8Array<ArrayBuffer> }, now: number) => Promise<string[] | null>;
  /** Messages are switched on at the service, which Acta cannot see: it is asked as often as one that does not tell of changes. */
  mayBeSilent?: true;
}

/** Kinds that are not configured are absent. */
export type TaskServices = Partial<Record<TaskKind, TaskService>>;

/** The settings of an adapter. `localOrigin`: the stand-ins of one machine; null: the real service. */
export type TaskClient = {
  clientId: string;
  clientSecret: string;
  /** Signs the service's requests; null where they are not configured. */
  webhookSecret: string | null;
  redirectUri: string;
  localOrigin: string | null;
};
