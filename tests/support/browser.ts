import { exports } from "cloudflare:workers";

const ORIGIN = "http://localhost:8787";

/** A browser without a window, for worker tests: keeps cookies, follows no redirect, sends an Origin with its forms. */
export type Browser = ReturnType<typeof openBrowser>;

export function openBrowser(headers: Record<string, string> = {}) {
  const cookies = new Map<string, string>();

  async function send(
    path: string,
    init: Omit<RequestInit, "headers"> & { headers?: Record<string, string> },
  ): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const request = new Request(new URL(path, ORIGIN), {
      ...init,
      redirect: "manual",
      // Remix compares a form's Origin with the Host, which every real request carries.
      headers: { Host: new URL(ORIGIN).host, ...headers, ...(cookie ? { Cookie: cookie } : {}), ...init.headers },
    });
    const answer = await exports.default.fetch(request);
    for (const each of answer.headers.getSetCookie()) {
      const [pair = ""] = each.split(";", 1);
      const name = pair.slice(0, pair.indexOf("="));
      if (/max-age=0/i.test(each)) cookies.delete(name);
      else cookies.set(name, pair.slice(name.length + 1));
    }
    return answer;
  }

  return {
    cookies,
    get: (path: string) => send(path, {}),
    post: (path: string, form: Record<string, string>) =>
      send(path, { method: "POST", body: new URLSearchParams(form), headers: { Origin: ORIGIN } }),
    /** Presses a provider's button on the sign-in page, with the terms accepted: where the browser is sent. */
    async begin(provider: "google" | "microsoft" | "oidc", returnTo = "/"): Promise<string> {
      const answer = await this.post("/api/auth/signin", { provider, returnTo, terms: "accepted" });
      return answer.headers.get("Location") ?? "";
    },
    /** GET /api/auth/session. */
    async session(): Promise<unknown> {
      return (await send("/api/auth/session", {})).json();
    },
  };
}
