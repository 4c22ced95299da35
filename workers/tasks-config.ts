import { TASK_KINDS, type TaskKind } from "#app/domain/tasks/task-service.ts";
import { optional } from "#workers/config-values.ts";

/** The variables of services that take tasks, as a part of workers/config.ts: two or three for each of TASK_KINDS. */

type Service = {
  /** Origins of the pages of consent. The form that begins a consent leads there, so that they go into form-action. */
  consent: readonly string[];
  /** The key of the messages by which the service tells of changes; null where it is only asked. Only the first has a variable of its own. */
  signedWith: "webhook-secret" | "client-secret" | null;
};
const SERVICES: Record<TaskKind, Service> = {
  linear: { consent: ["https://linear.app"], signedWith: "webhook-secret" },
  asana: { consent: ["https://app.asana.com"], signedWith: null },
  jira: { consent: ["https://auth.atlassian.com"], signedWith: null },
  todoist: { consent: ["https://app.todoist.com", "https://todoist.com"], signedWith: "client-secret" },
  microsoft_todo: { consent: ["https://login.microsoftonline.com", "https://login.live.com"], signedWith: null },
};

const PARTS = ["CLIENT_ID", "CLIENT_SECRET", "WEBHOOK_SECRET"] as const;
type Part = (typeof PARTS)[number];
type TaskVariable = `${Uppercase<TaskKind>}_${Part}`;
const nameOf = (kind: TaskKind, part: Part) => `${kind.toUpperCase()}_${part}` as TaskVariable;
const partsOf = (kind: TaskKind) =>
  PARTS.filter((part) => part !== "WEBHOOK_SECRET" || SERVICES[kind].signedWith === "webhook-secret");

const NAMES = TASK_KINDS.flatMap((kind) => partsOf(kind).map((part) => nameOf(kind, part)));
export const TASK_VARIABLES = Object.fromEntries(NAMES.map((name) => [name, optional])) as Record<
  TaskVariable,
  typeof optional
>;
export const TASK_SECRETS = NAMES.filter((name) => !name.endsWith("_CLIENT_ID"));

/** Defaults of one machine: the stand-ins (workers/stand-ins/tasks), which know these clients only. */
const LOCAL_VALUES: Record<Part, string> = {
  CLIENT_ID: "",
  CLIENT_SECRET: "-secret",
  WEBHOOK_SECRET: "-webhook-secret",
};
export const LOCAL_TASKS: Record<string, string> = Object.fromEntries(
  TASK_KINDS.flatMap((kind) =>
    partsOf(kind).map((part) => [nameOf(kind, part), `acta-local-${kind}${LOCAL_VALUES[part]}`]),
  ),
);

type Values = Partial<Record<TaskVariable, string | undefined>>;
type Client = { clientId: string; clientSecret: string; webhookSecret: string | null };
/** A kind that is absent cannot be connected here. */
export type TasksConfig = Partial<Record<TaskKind, Client>>;

/** A name without its secret, or the other way round, is a mistake; the secret of webhooks may be left out. */
export function taskProblems(values: Values): string[] {
  return TASK_KINDS.flatMap((kind) => {
    const missing = (["CLIENT_ID", "CLIENT_SECRET"] as const).filter((part) => !values[nameOf(kind, part)]);
    const hasAny = PARTS.some((part) => values[nameOf(kind, part)]);
    return hasAny ? missing.map((part) => `${nameOf(kind, part)} is missing`) : [];
  });
}

export function tasksConfigOf(values: Values): TasksConfig {
  const config: TasksConfig = {};
  for (const kind of TASK_KINDS) {
    const [clientId, clientSecret, own] = PARTS.map((part) => values[nameOf(kind, part)]);
    if (!clientId || !clientSecret) continue;
    const { signedWith } = SERVICES[kind];
    config[kind] = {
      clientId,
      clientSecret,
      webhookSecret: signedWith === "client-secret" ? clientSecret : (own ?? null),
    };
  }
  return config;
}

export function taskOrigins(config: TasksConfig): string[] {
  return TASK_KINDS.filter((kind) => config[kind] !== undefined).flatMap((kind) => SERVICES[kind].consent);
}
