import type { MeetingState } from "#app/domain/meeting/states.ts";
import type { MeetingDetails } from "#app/server/ports/meeting-process.ts";
import { storedJson } from "#workers/durable/stored-json.ts";

/** The JSON columns of the table `meeting`. A change of a shape that earlier code has stored needs an upgrade here, with a test. */
export const STORED_STATE = storedJson<MeetingState>("meeting state", []);
export const STORED_DETAILS = storedJson<MeetingDetails>("meeting details", []);
