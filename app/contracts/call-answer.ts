import * as z from "zod";
import { CALL_REQUEST_ANSWERS } from "#app/domain/meeting/call.ts";

/** POST /api/acta/meetings/:meetId/call/answer: what the owner answers a person who asks for the call's notes. */
export const callAnswerPayload = z.object({
  requestId: z.string().regex(/^[0-9a-z]{24}$/),
  answer: z.enum(CALL_REQUEST_ANSWERS),
});
export type CallAnswerPayload = z.infer<typeof callAnswerPayload>;
