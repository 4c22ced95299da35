import type { MeetId } from "#app/domain/ids.ts";
import { callObjectProcess, hereRecorder } from "#app/server/adapters/meeting-object/meeting-objects.ts";
import { workspaceLists } from "#app/server/adapters/workspace-object/workspace-lists.ts";
import { r2RecordingStore } from "#app/server/adapters/r2/r2-recording-store.ts";
import type { CallListenerStub, CallObjectStub, CallProcess, HereRecorder } from "#app/server/ports/call-process.ts";
import type { WorkspaceObjectStub } from "#app/server/ports/event-consumer.ts";
import type { MeetingChatStub } from "#app/server/ports/meeting-chat.ts";
import type { MeetingEditsStub } from "#app/server/ports/meeting-edits.ts";
import type { MergedMeetingStub } from "#app/server/ports/merged-meetings.ts";
import type { SplitMeetingStub } from "#app/server/ports/split-meetings.ts";
import type { MeetingObjectStub } from "#app/server/ports/meeting-process.ts";
import type { WorkspaceLists } from "#app/server/db/database.ts";
import { callNoteKey } from "#app/server/storage/keys.ts";
import { readCallNote } from "#workers/call/watch-calls.ts";
import { type Config, type Env, parseConfig } from "#workers/config.ts";

/** The configuration, and the stubs of the three classes of objects: jurisdiction and location hint are decided here only. */

let parsed: { env: unknown; config: Config } | null = null;

/** The configuration of this isolate; throws ConfigError. */
export function configOf(env: Env): Config {
  if (parsed?.env !== env) parsed = { env, config: parseConfig(env) };
  return parsed.config;
}

/** The calls as meetings and use cases see them. */
export function composeCalls(env: Env): CallProcess {
  const store = r2RecordingStore(env.RECORDINGS);
  return callObjectProcess({
    ofRoom: (platform, roomKey) => callStub(env, (calls) => calls.idFromName(`${platform}:${roomKey}`)),
    async ofCall(callId) {
      const object = readCallNote(await store.getText(callNoteKey(callId)));
      return object === null ? null : callObjectOf(env, object);
    },
  });
}

/** The recordings that browsers make, as use cases see them. */
export function composeHere(env: Env): HereRecorder {
  return hereRecorder((platform, roomKey) => callStub(env, (calls) => calls.idFromName(`${platform}:${roomKey}`)));
}

/** The object of a call by the id that its recorder was given; null when the text is not an id of ours. */
export function callObjectOf(env: Env, object: string): CallObjectStub | null {
  try {
    return callStub(env, (calls) => calls.idFromString(object));
  } catch (error) {
    // We signed the id, so only a deployment with other objects gets here.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** The only place that makes a room's stub. */
function callStub(env: Env, idOf: (calls: Env["CALLS"]) => DurableObjectId): CallObjectStub {
  const { jurisdiction, locationHint } = configOf(env).objects;
  const namespace = jurisdiction === null ? env.CALLS : env.CALLS.jurisdiction(jurisdiction);
  return namespace.get(idOf(namespace), locationHint === null ? {} : { locationHint });
}

/** The only place that makes a meeting's stub: the first stub decides the object's location for ever. */
export function meetingStub(
  env: Env,
  meetId: MeetId,
): MeetingObjectStub & MeetingChatStub & MeetingEditsStub & MergedMeetingStub & SplitMeetingStub & CallListenerStub {
  const { jurisdiction, locationHint } = configOf(env).objects;
  const namespace = jurisdiction === null ? env.MEETINGS : env.MEETINGS.jurisdiction(jurisdiction);
  return namespace.get(namespace.idFromName(meetId), locationHint === null ? {} : { locationHint });
}

/** The only place that makes a workspace's stub. */
export function workspaceStub(env: Env, workspaceId: string): WorkspaceObjectStub {
  const { jurisdiction, locationHint } = configOf(env).objects;
  const namespace = jurisdiction === null ? env.WORKSPACES : env.WORKSPACES.jurisdiction(jurisdiction);
  return namespace.get(namespace.idFromName(workspaceId), locationHint === null ? {} : { locationHint });
}

/** The lists of workspaces as use cases see them. */
export function listsOf(env: Env): WorkspaceLists {
  return workspaceLists((workspaceId) => workspaceStub(env, workspaceId));
}
