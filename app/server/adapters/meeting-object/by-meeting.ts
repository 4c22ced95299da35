import type { MeetId } from "#app/domain/ids.ts";
import { answered } from "#app/server/adapters/meeting-object/answered.ts";
import type { ByMeeting } from "#app/server/ports/by-meeting.ts";

type Method = (...input: unknown[]) => Promise<unknown>;

/**
 * Calls the methods of meeting objects by the meeting's id. A Proxy, so that a method is declared once, in its port. Errors of the
 * object or its machine become UpstreamError.
 */
export function byMeeting<Methods extends object>(stubOf: (meetId: MeetId) => Methods): ByMeeting<Methods> {
  const call =
    (name: string) =>
    (meetId: MeetId, ...input: unknown[]) => {
      const stub = stubOf(meetId) as Record<string, Method>;
      return answered(
        stub[name]?.(...input) ?? Promise.reject(new TypeError(`a meeting object has no method ${name}`)),
      );
    };
  // `then` is not a method: a promise that resolves with this object must not call it.
  const get = (_target: object, name: string | symbol) =>
    typeof name === "symbol" || name === "then" ? undefined : call(name);
  return new Proxy({}, { get }) as ByMeeting<Methods>;
}
