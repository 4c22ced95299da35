import * as z from "zod";

/** A person's order: fetch the model or go on with it, pause, or have a server of their own write (null: Acta's model again). */
export const localModelOrder = z.discriminatedUnion("do", [
  z.object({ do: z.literal("fetch") }),
  z.object({ do: z.literal("pause") }),
  z.object({
    do: z.literal("use"),
    wanted: z.object({ server: z.enum(["Ollama", "LM Studio"]), model: z.string().min(1).max(200) }).nullable(),
  }),
]);
export type LocalModelOrder = z.infer<typeof localModelOrder>;
