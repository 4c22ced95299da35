import * as z from "zod";
import type { Scope } from "#app/domain/account/actor.ts";
import type { Outcome } from "#app/domain/outcome.ts";
import type { KeyCaller } from "#app/server/keys/authenticate-key.ts";
import type { Services } from "#app/server/services.ts";

/** Refusals that a model can do something about; REFUSALS of serve-tools.ts has their texts. */
export type ToolRefusal =
  | "cursor-invalid"
  | "not-found"
  | "not-ready"
  | "no-transcript"
  | "chat-busy"
  | "unanswered"
  | "changed-meanwhile"
  | "clip-end"
  | "clip-range"
  | "recording-not-ready"
  | "too-many-clips"
  | "too-many-requests";

type Spec<Input extends z.ZodType> = {
  name: string;
  title: string;
  description: string;
  scope: Scope;
  input: Input;
  /** Counted besides the call itself, for calls that cost more. */
  rate?: { limit: "chat" | "edit"; counted: string };
  run: (services: Services, caller: KeyCaller, input: z.output<Input>) => Promise<Outcome<object, ToolRefusal>>;
};

/** A tool whose input was not parsed yet. */
export type Tool = Omit<Spec<z.ZodType>, "input" | "run"> & {
  inputSchema: { type: "object"; [name: string]: unknown };
  /** The fields that cannot be used, or the answer. */
  call: (
    services: Services,
    caller: KeyCaller,
    input: unknown,
  ) => Promise<Outcome<object, ToolRefusal> | { ok: false; reason: "invalid"; fields: string[] }>;
};

export function tool<Input extends z.ZodType>({ input, run, ...spec }: Spec<Input>): Tool {
  const { $schema: _schema, ...inputSchema } = z.toJSONSchema(input, { io: "input" });
  return {
    ...spec,
    inputSchema: { ...inputSchema, type: "object" },
    call: async (services, caller, given) => {
      const parsed = input.safeParse(given ?? {});
      if (parsed.success) return run(services, caller, parsed.data);
      const fields = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "input"}: ${message}`);
      return { ok: false, reason: "invalid", fields };
    },
  };
}
