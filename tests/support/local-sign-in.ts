/**
 * Signs in over HTTP as a browser would, through the local identity provider, without a browser: for browser tests that
 * need a session and are not about signing in. Works with plain fetch in Node. The app and the provider must be running
 * (npm start does both).
 *
 *   const { cookie } = await localSignIn({ appOrigin, provider: "google", person: "nora" });
 *   await context.addCookies([{ name, value, url: appOrigin }])        // cookie is "name=value"
 *
 * People: google nora, marc, lucia, ines, berta, gala, aina, biel, clara, jana, laia, mila, neus, oriol, pau, quima;
 * microsoft claire, tomas, nora (workers/stand-ins/identity/people.mjs).
 */
export async function localSignIn(input: {
  appOrigin: string;
  provider?: "google" | "microsoft" | "oidc";
  person?: string;
  returnTo?: string;
  /** Reaches an Acta that stands behind a proxy. */
  ask?: typeof fetch;
}): Promise<{ name: string; value: string; cookie: string; location: string }> {
  const { appOrigin, provider = "google", person = "nora", returnTo = "/", ask = fetch } = input;
  const form = new URLSearchParams({ provider, returnTo, terms: "accepted" });
  const started = await step(ask, `${appOrigin}/api/auth/signin`, {
    method: "POST",
    body: form,
    headers: { Origin: appOrigin },
  });
  const chosen = await step(fetch, started.location, { method: "POST", body: new URLSearchParams({ person }) });
  const finished = await step(ask, chosen.location, { headers: { Cookie: started.cookies.join("; ") } });
  const cookie = finished.cookies.find((each) => /^(__Host-)?acta-session=./.test(each));
  if (!cookie) throw new Error(`signing in ended at ${finished.location} without a session`);
  const [name = "", value = ""] = cookie.split("=");
  return { name, value, cookie, location: new URL(finished.location, appOrigin).href };
}

/** One request that must answer with a redirect. */
async function step(
  ask: typeof fetch,
  url: string,
  init: RequestInit,
): Promise<{ location: string; cookies: string[] }> {
  const answer = await ask(url, { ...init, redirect: "manual" });
  const location = answer.headers.get("Location");
  if (!location) throw new Error(`${new URL(url).pathname} answered ${answer.status} instead of a redirect`);
  return { location, cookies: answer.headers.getSetCookie().map((each) => each.split(";", 1)[0] ?? "") };
}
