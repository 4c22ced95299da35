import type { Page } from "playwright-core";
import * as z from "zod";
import type { PageState } from "#app/contracts/recording/recorder.ts";
import { guardAddresses, judgeAddress } from "./hosts.ts";
import type { Guest, MeetingSession, PlatformAdapter, TrackOwner } from "./platform-adapter.ts";

/**
 * The meeting server of one machine: the video room page of Janus' demos, on one exact loopback origin that the operator names. Its page
 * shows nothing when somebody is removed or the room's people change, so the frames of its socket are read, too.
 */
export function localPlatform(settings: { origin: string | null }): PlatformAdapter {
  return {
    platform: "local",
    browser: { fakeDevices: false, permissions: [] },
    allows: (url) => settings.origin !== null && url.origin === settings.origin,
    async enter(page, guest) {
      await guardAddresses(page, (url) => judgeAddress("local", url, { jitsiHosts: [], localOrigin: settings.origin }));
      return visit(page, guest);
    },
  };
}

const publisher = z.object({ id: z.union([z.number(), z.string()]), display: z.optional(z.string()) });
const frame = z.object({
  plugindata: z.object({
    data: z.object({
      videoroom: z.string(),
      publishers: z.optional(z.array(publisher)),
      leaving: z.optional(z.union([z.number(), z.string()])),
      kicked: z.optional(z.union([z.number(), z.string()])),
      unpublished: z.optional(z.union([z.number(), z.string()])),
      reason: z.optional(z.string()),
      error_code: z.optional(z.number()),
    }),
  }),
});

type Room = { joined: boolean; removed: boolean; destroyed: boolean; missing: boolean; people: Map<string, string> };

/** Applies one frame from the server to the state of the room. */
export function readFrame(room: Room, payload: string): void {
  let json: unknown;
  try {
    json = JSON.parse(payload);
  } catch {
    return;
  }
  const parsed = frame.safeParse(json);
  if (!parsed.success) return;
  const { data } = parsed.data.plugindata;
  if (data.videoroom === "joined") room.joined = true;
  if (data.videoroom === "destroyed") room.destroyed = true;
  if (data.error_code === 426) room.missing = true;
  for (const each of data.publishers ?? []) room.people.set(String(each.id), each.display ?? "");
  if (data.leaving === "ok" && data.reason === "kicked") room.removed = true;
  for (const id of [data.leaving, data.kicked, data.unpublished]) {
    if (id !== undefined) room.people.delete(String(id));
  }
}

function visit(page: Page, guest: Guest): MeetingSession {
  const room: Room = { joined: false, removed: false, destroyed: false, missing: false, people: new Map() };
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => readFrame(room, String(payload)));
  });

  async function text(): Promise<string> {
    return page
      .locator(".bootbox-body")
      .allInnerTexts()
      .then((all) => all.join("\n"));
  }

  return {
    async open() {
      const url = new URL(guest.url);
      // The bot only listens; a participant who does not publish is a subscriber here.
      url.searchParams.set("subscriber-mode", "true");
      await page.goto(url.href, { waitUntil: "domcontentloaded" });
    },
    async knock() {
      if (await page.locator("#username").isVisible()) {
        // This page takes letters and digits only.
        await page.locator("#username").fill(guest.name.normalize("NFKD").replaceAll(/[^a-zA-Z0-9]/gu, ""));
        await page.locator("#register").click();
        return;
      }
      const start = page.locator("#start");
      if ((await start.isEnabled()) && (await start.innerText()) === "Start") await start.click();
    },
    async state(): Promise<PageState> {
      if (room.removed) return "removed";
      if (room.destroyed) return "ended";
      if (room.missing) return "bad-link";
      const said = await text();
      if (said.includes("The room has been destroyed")) return "ended";
      // The server does not answer: the page does not know the call's state.
      if (/Lost connection|Error connecting|Is the server down/u.test(said)) return "unknown";
      if (room.joined) return "admitted";
      return (await page.locator("#start").count()) > 0 ? "pre-join" : "unknown";
    },
    people: async () =>
      room.joined
        ? {
            count: room.people.size,
            people: [...room.people].map(([id, name]) => ({ id, name: name || null, bot: false })),
          }
        : null,
    speaking: async () => null,
    async owners(): Promise<TrackOwner[]> {
      const tiles = await page.evaluate(readTiles);
      return tiles.flatMap(({ track, label }) => {
        const ids = [...room.people].filter(([, name]) => name === label).map(([id]) => id);
        // Two people of the same name: the owner is unknown.
        const [personId] = ids;
        return ids.length === 1 && personId !== undefined ? [{ track, personId, confidence: 1 }] : [];
      });
    },
    say: async () => false,
    newChatLines: async () => [],
    async leave() {
      // The button that started it is now labelled "Stop".
      const button = page.locator("#start");
      if (room.removed || room.destroyed || (await button.count()) === 0) return false;
      await button.click({ timeout: 2_000 });
      return true;
    },
  };
}

/** Runs in the page: the number of each track that a tile plays, and the tile's label. */
function readTiles(): { track: number; label: string }[] {
  const scope: Window & { __actaTrackNumber?: (track: MediaStreamTrack) => number | null } = window;
  return [
    ...document.querySelectorAll<HTMLMediaElement>("[id^='videoremote'] audio, [id^='videoremote'] video"),
  ].flatMap((element) => {
    const tile = element.closest("[id^='videoremote']")?.id.replace("videoremote", "") ?? "";
    const label = document.querySelector(`#remote${tile}`)?.textContent?.trim() ?? "";
    const stream = element.srcObject;
    if (!(stream instanceof MediaStream)) return [];
    return stream.getAudioTracks().flatMap((track) => {
      const number = scope.__actaTrackNumber?.(track) ?? null;
      return number === null || label === "" ? [] : [{ track: number, label }];
    });
  });
}
