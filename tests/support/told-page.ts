import { exports } from "cloudflare:workers";
import { ORIGIN } from "#tests/support/live-page.ts";

/** For worker tests: the socket by which an open page is told of changes. */

export const askForPage = (headers: Record<string, string>) =>
  exports.default.fetch(`${ORIGIN}/api/acta/user/live`, {
    headers: { Upgrade: "websocket", Origin: ORIGIN, ...headers },
  });

/** An open page: the numbers that it heard, and what closed it. */
export async function openPage(cookie: string) {
  const { status, webSocket } = await askForPage({ Cookie: cookie });
  if (!webSocket) throw new Error(`no socket: ${status}`);
  const heard: string[] = [];
  let wake = () => {};
  webSocket.addEventListener("message", ({ data }) => {
    heard.push(String(data));
    wake();
  });
  const closed = new Promise<number>((resolve) => webSocket.addEventListener("close", ({ code }) => resolve(code)));
  webSocket.accept();
  const until = async (count: number) => {
    while (heard.length < count) await new Promise<void>((resolve) => (wake = resolve));
  };
  await until(1);
  return { heard, until, closed, socket: webSocket };
}
