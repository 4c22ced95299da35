import { callApi, type CallOptions } from "#app/contracts/call-api.ts";
import type { CallFailure, CallResult } from "#app/contracts/call-result.ts";
import type { BodyOf } from "#app/contracts/endpoint.ts";
import type * as edits from "#app/contracts/endpoints/edits.ts";
import { chooseWord } from "#app/contracts/endpoints/words.ts";

type Save = ((typeof edits)[keyof typeof edits] | typeof chooseWord) & { method: "POST" };

/**
 * Saves a correction; a second time where the network broke, or where something between page and server answered in the server's
 * place: the id of the save makes that harmless.
 */
export async function saveEdit<const Spec extends Save>(
  endpoint: Spec,
  options: CallOptions<Spec> & { unread?: true },
): Promise<CallResult<null>> {
  const save = () => callApi<Spec, CallOptions<Spec> & { unread: true }>(endpoint, { ...options, unread: true });
  const end = await save();
  return !end.ok && isLost(end) ? save() : end;
}

/** Saves what a person does with an offered word, by the same rule. */
export function saveWord(meetId: string, body: BodyOf<typeof chooseWord>): Promise<CallResult<null>> {
  return saveEdit(chooseWord, { params: { meetId }, body });
}

function isLost({ kind, status }: CallFailure): boolean {
  return kind === "offline" || (kind === "unreadable" && status >= 500);
}
