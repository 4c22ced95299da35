import type { CallState } from "#app/domain/call/call-state.ts";
import type { CallAsk } from "#app/server/ports/call-process.ts";
import { storedJson, type Upgrade } from "#workers/durable/stored-json.ts";

/** The JSON columns of the table `calls`. A change of a shape that earlier code has stored needs an upgrade here, with a test. */

/** Details of a call; deleted once it is over and cleared. */
export type CallDetails = Pick<CallAsk, "ownerFirstName" | "language" | "url" | "platform" | "asker">;

/** The first calls were stored without how their person is named to others. */
const nameAsker: Upgrade = (details) => ({ asker: null, ...details });

export const STORED_CALL_STATE = storedJson<CallState>("call state", []);
export const STORED_CALL_DETAILS = storedJson<CallDetails>("call details", [nameAsker]);
