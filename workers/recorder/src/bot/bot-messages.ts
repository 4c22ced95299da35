import * as z from "zod";
import { BOT_REASONS, BOT_STATES } from "#app/contracts/recorder.ts";

/** Messages between the service and the process of one bot, over Node's own channel between them. */

export const toBot = z.union([
  z.object({ say: z.enum(["stop", "ask-again", "shut-down"]) }),
  z.object({ say: z.literal("announce"), text: z.string() }),
]);
export type ToBot = z.infer<typeof toBot>;

export const fromBot = z.object({
  state: z.enum(BOT_STATES),
  reason: z.nullable(z.enum(BOT_REASONS)),
  since: z.number().int(),
  spooledPieces: z.number().int(),
  spooledBytes: z.number().int(),
});
export type FromBot = z.infer<typeof fromBot>;
