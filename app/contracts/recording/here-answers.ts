import * as z from "zod/mini";
import { HERE_SOURCES, HERE_TRACKS } from "#app/domain/here/here.ts";

/** Answers about recordings that a browser makes, as the page reads them. */

const tracks = z.array(z.enum(HERE_TRACKS));

/** POST /api/acta/here. Pieces are taken from now on. */
export const hereBegun = z.object({
  meetId: z.string(),
  /** The tracks to record. */
  tracks,
  /** Longest time of a piece, and longest recording, in ms. */
  pieceMs: z.number(),
  durationMsMax: z.number(),
  /** False for a key that was used before: ask for the state, and go on from there. */
  isNew: z.boolean(),
});
export type HereBegun = z.infer<typeof hereBegun>;

const note = z.object({ id: z.string(), atMs: z.number(), text: z.string() });

/**
 * GET /api/acta/here/:meetId. `ready`: takes pieces. `finishing`: finished, and still takes the pieces that `finish` named. `over`:
 * takes nothing more; what a browser still keeps of it may go.
 */
export const hereState = z.object({
  meetId: z.string(),
  title: z.string(),
  source: z.enum(HERE_SOURCES),
  status: z.enum(["ready", "finishing", "over"]),
  tracks: z.array(
    z.object({
      track: z.enum(HERE_TRACKS),
      segments: z.array(
        z.object({
          segment: z.number(),
          startMs: z.number(),
          /** Numbers of the acknowledged pieces as ranges, both ends included. */
          received: z.array(z.object({ from: z.number(), to: z.number() })),
          /** The number of its pieces; null while it is not known. */
          pieces: z.nullable(z.number()),
        }),
      ),
      /** End of the newest acknowledged piece, in ms of the recording. */
      endMs: z.number(),
    }),
  ),
  /** Time up to which every track is acknowledged without a hole, in ms of the recording. */
  safeMs: z.number(),
  isPaused: z.boolean(),
  /** Sources that the browser reported as silent. */
  silent: z.array(z.enum(["microphone", "tab"])),
  notes: z.array(note),
  startedAt: z.nullable(z.number()),
  lastPieceAt: z.nullable(z.number()),
  /** Epoch ms at which the server finishes it by itself from what arrived, if no page comes back. */
  finishesAt: z.nullable(z.number()),
});
export type HereState = z.infer<typeof hereState>;

/** GET /api/acta/here: the person's recordings that are not finished, newest first. Home shows those that wait. */
export const hereList = z.object({
  recordings: z.array(
    z.object({
      meetId: z.string(),
      title: z.string(),
      startedAt: z.nullable(z.number()),
      recordedMs: z.number(),
      /** No piece arrived lately, and it is not paused: no page records at the moment. */
      isWaiting: z.boolean(),
      finishesAt: z.nullable(z.number()),
    }),
  ),
});
export type HereList = z.infer<typeof hereList>;
