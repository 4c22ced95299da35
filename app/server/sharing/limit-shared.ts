import { clientNetwork } from "#app/server/http/client-network.ts";
import { tooManyRequests } from "#app/server/http/too-many-requests.ts";
import type { Services } from "#app/server/services.ts";

/** Limits one network's requests for shared pages per minute. Returns the refusal or null. 128 bits cannot be guessed; requests cost. */
export async function mayAskShared({ rates }: Pick<Services, "rates">, request: Request): Promise<Response | null> {
  const network = clientNetwork(request);
  if (network === null || (await rates.take("share", "share", network))) return null;
  return tooManyRequests(request);
}
