import * as z from "zod/mini";

const bytes = z.number();
const download = z.object({ receivedBytes: bytes, totalBytes: bytes });
const serverModel = z.object({ server: z.enum(["Ollama", "LM Studio"]), model: z.string() });
const others = { servers: z.array(serverModel), uses: z.nullable(serverModel) };

/**
 * The language model of this machine (server/ports/local-model.ts). `none`: this Acta has no local language engine. `offer`: a model
 * that can be fetched; sizes in bytes.
 */
export const localModelAnswer = z.discriminatedUnion("state", [
  z.object({ state: z.literal("none") }),
  z.object({ state: z.literal("ready"), ...others }),
  z.object({ state: z.literal("preparing"), download: z.nullable(download), ...others }),
  z.object({ state: z.literal("paused"), download, ...others }),
  z.object({ state: z.literal("failed"), problem: z.string(), ...others }),
  z.object({ state: z.literal("absent"), offer: z.nullable(z.object({ name: z.string(), bytes })), ...others }),
]);
export type LocalModelAnswer = z.infer<typeof localModelAnswer>;
export type ServerModel = z.infer<typeof serverModel>;
