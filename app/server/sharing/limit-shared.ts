import { clientNetwork } from "#app/server/http/client-network.ts";
import { tooManyRequests } from "#app/server/http/too-many-requests.ts";
import type { Services } from "#app/server/services.ts";

/** What one network may ask of shared pages in a minute; the refusal, or null. Nobody guesses 128 bits, but asking costs. */
export async function mayAskShared({ rates }: Pick<Services, "rates">, request: Request): Promise<Response | null> {
  const network = clientNetwork(request);
  if (network === null || (await rates.take("share", "share", network))) return null;
  return tooManyRequests(request);
}
