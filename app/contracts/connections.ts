import * as z from "zod/mini";
import { CONNECTION_KINDS } from "#app/domain/deliveries/delivery.ts";

/** Accounts to which a person's minutes go, in the settings. */

export const CONNECTION_SENDS = ["by-hand", "after-summary"] as const;

export const shownConnection = z.object({
  id: z.string(),
  kind: z.enum(CONNECTION_KINDS),
  /** Of the account at the destination. */
  name: z.string(),
  sends: z.enum(CONNECTION_SENDS),
  /** Whether changes are sent after the first time. */
  updates: z.boolean(),
  /** The kind's own: each kind has a schema. */
  settings: z.record(z.string(), z.unknown()),
  createdAt: z.number(),
  /** Null until the person agreed to a preview: nothing is sent by itself before. */
  previewedAt: z.nullable(z.number()),
  /** When the destination refused Acta; null while it accepts it. */
  brokenAt: z.nullable(z.number()),
});
export type ShownConnection = z.infer<typeof shownConnection>;

/** GET /api/acta/connections: oldest first. `available`: kinds that can be connected here. */
export const connectionList = z.object({
  connections: z.array(shownConnection),
  available: z.array(z.enum(CONNECTION_KINDS)),
});
