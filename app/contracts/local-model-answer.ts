import * as z from "zod/mini";

const bytes = z.number();

/**
 * The language model of this machine (server/ports/local-model.ts). `none`: this Acta has no local language engine. `offer`: a model
 * that can be fetched; sizes in bytes.
 */
export const localModelAnswer = z.discriminatedUnion("state", [
  z.object({ state: z.literal("none") }),
  z.object({ state: z.literal("ready") }),
  z.object({
    state: z.literal("preparing"),
    download: z.nullable(z.object({ receivedBytes: bytes, totalBytes: bytes })),
  }),
  z.object({ state: z.literal("failed"), problem: z.string() }),
  z.object({ state: z.literal("absent"), offer: z.nullable(z.object({ name: z.string(), bytes })) }),
]);
export type LocalModelAnswer = z.infer<typeof localModelAnswer>;
