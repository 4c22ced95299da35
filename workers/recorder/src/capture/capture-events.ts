import * as z from "zod";

/**
 * Reports from the scripts in our pages to the bot. The meeting's page belongs to somebody else and could call the binding too, so they are
 * parsed like any input from outside.
 */

/** A piece of two seconds of video at 1 Mbit/s is 250 kB; a stalled page may deliver some seconds at once. */
const PIECE_BASE64_CHARS_MAX = 32 * 1024 * 1024;

const recorder = z.string().max(40);
const at = z.number().min(0);
const level = z.number().min(0);

export const captureEvent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready"), document: z.string().max(40), top: z.boolean() }),
  z.object({
    kind: z.literal("started"),
    stream: z.enum(["mix", "tab"]),
    recorder,
    at,
    mimeType: z.string().max(120),
  }),
  z.object({
    kind: z.literal("piece"),
    stream: z.enum(["mix", "tab"]),
    recorder,
    seq: z.number().int().min(0),
    bytes: z.string().max(PIECE_BASE64_CHARS_MAX),
  }),
  z.object({ kind: z.literal("stopped"), recorder, at }),
  z.object({
    kind: z.literal("levels"),
    document: z.string().max(40),
    /** Per track: its number, the rms of its sound, the level in its packets. */
    levels: z
      .array(z.object({ at, mix: level, tracks: z.array(z.tuple([z.number().int(), level, level])).max(200) }))
      .max(100),
    connections: z.object({ alive: z.number().int().min(0), dead: z.number().int().min(0) }),
  }),
  /** The sound of the tab, measured in our own page. */
  z.object({ kind: z.literal("tab-level"), at, level }),
]);
export type CaptureEvent = z.infer<typeof captureEvent>;
export type CaptureEventOf<Kind extends CaptureEvent["kind"]> = Extract<CaptureEvent, { kind: Kind }>;
export type Levels = CaptureEventOf<"levels">;
