import type { MeetId } from "#app/domain/ids.ts";

/** An object's methods as use cases call them: the meeting's id, which is the object's name, comes before the other arguments. */
export type ByMeeting<Methods> = {
  [Name in keyof Methods]: Methods[Name] extends (...input: infer Input) => infer Answer
    ? (meetId: MeetId, ...input: Input) => Answer
    : never;
};
