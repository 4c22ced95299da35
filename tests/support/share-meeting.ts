import { shareState } from "#app/contracts/meeting/share.ts";

type Asked = Record<"origin" | "meetId" | "cookie", string>;

/** The path of the link that opens the meeting for anybody. */
export async function shareMeeting({ origin, meetId, cookie }: Asked): Promise<string> {
  const headers = { Cookie: cookie, Origin: origin };
  const answer = await fetch(`${origin}/api/acta/meetings/${meetId}/shares`, { method: "POST", headers });
  const { link } = shareState.parse(await answer.json());
  if (!link?.url) throw new Error(`no link was made: ${answer.status}`);
  return new URL(link.url).pathname;
}
