import * as z from "zod";
import { SPEAKER_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import { VOICE_KEEP_DAYS } from "#app/domain/limits/voices.ts";
import { parseMeetId } from "#app/domain/ids.ts";

/** Bodies of the calls about voices that are remembered. Only the server loads them. */

/** PUT /api/acta/user/voices. Null switches it off and deletes every saved voice. */
export const voiceMemory = z.strictObject({ keepDays: z.literal([...VOICE_KEEP_DAYS]).nullable() });

/** POST /api/acta/user/voices: the voice of a named speaker of a meeting. `agreed`: the person says that the speaker agrees. */
export const voiceToSave = z.strictObject({
  meetId: z.string().transform((text, context) => {
    const meetId = parseMeetId(text);
    if (meetId === null) context.addIssue({ code: "custom", message: "not a meeting id" });
    return meetId ?? z.NEVER;
  }),
  label: z.string().max(4 * SPEAKER_CHARS_MAX),
  /** The speaker's name as the person saw it: another one may not have agreed. */
  name: z.string().max(4 * SPEAKER_CHARS_MAX),
  agreed: z.literal(true),
});
