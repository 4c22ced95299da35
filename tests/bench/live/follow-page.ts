import { liveMessage, type MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { headWaits } from "#tests/bench/head-waits.ts";
import type { KillableActa } from "#tests/support/killable-acta.ts";

/** An open page of the meeting, which reports the time at which a state first appeared. */
export type FollowedPage = {
  head(): MeetingHead;
  /** Time at which a head arrived that satisfies `isSo`, in epoch ms; rejects after `msMax`. */
  sees(isSo: (head: MeetingHead) => boolean, msMax: number): Promise<number>;
  close(): void;
};

export async function followPage(acta: KillableActa, meetId: string, cookie: string): Promise<FollowedPage> {
  const { webSocket: socket } = await acta
    .miniflare()
    .dispatchFetch(`${acta.origin}/api/acta/meetings/${meetId}/live`, {
      headers: { Upgrade: "websocket", Cookie: cookie, Origin: acta.origin },
    });
  if (!socket) throw new Error("the page has no socket");
  let head: MeetingHead | null = null;
  const { look, sees } = headWaits(() => head);
  socket.addEventListener("message", ({ data }) => {
    const message = liveMessage.parse(typeof data === "string" ? JSON.parse(data) : null);
    if (message.type === "view") head = message.view.head;
    if (message.type === "head") head = message.head;
    look();
  });
  socket.accept();
  await sees(() => true, 10_000);
  return {
    head() {
      if (head === null) throw new Error("the page has seen nothing");
      return head;
    },
    sees,
    close: () => socket.close(),
  };
}
