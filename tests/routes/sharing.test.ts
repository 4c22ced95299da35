import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { constants, gzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ShareState, shareState } from "#app/contracts/meeting/share.ts";
import { askPlainly } from "#tests/support/ask-plainly.ts";
import { type KillableActa, startKillableActa } from "#tests/support/killable-acta.ts";
import { eventually, rowsOf, viewOf } from "#tests/support/look-inside.ts";
import { makeUser } from "#tests/support/make-user.ts";
import { uploadPersistently } from "#tests/support/persistent-upload.ts";
import { SHARE_RESTORE_MS_MAX } from "#app/domain/limits/teams.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { bytesOf, box } from "#tests/support/write-mp4.ts";

/** A link to a meeting, from its creation to its end, on the bundled Worker. */
const TITLE = "Renewal of the clinic in Figueres";
const GONE = "This meeting is not available or has been deactivated.";
const BROWSER = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36" };
/** Large enough that a recording does not fit into the buffers between a server and a reader that has stopped reading. */
const PADDING_BYTES = 48 * 1024 * 1024;

/** For each step of the set-up: two other lanes of tests use the cores meanwhile. */
const SET_UP_MS_MAX = 120_000;

let acta: KillableActa;
let owner = "";
let meetId = "";

beforeAll(async () => {
  acta = await startKillableActa("workers/entry.ts", {}, { rateLimited: false });
  owner = (await makeUser(acta.inside.database, { name: "Laia Ferrer" })).cookie;
  const talk = new Uint8Array(await readFile(path.join("tests/fixtures", "talk-captions.mp4")));
  const upload = await uploadPersistently({
    origin: acta.origin,
    cookie: owner,
    title: TITLE,
    bytes: bytesOf(talk, box("free", new Uint8Array(PADDING_BYTES))) as Uint8Array<ArrayBuffer>,
    submissionId: "sharing-1",
    msMax: SET_UP_MS_MAX,
  });
  if (upload.refusal !== null) throw new Error(upload.refusal);
  ({ meetId } = upload);
  await eventually(
    () => viewOf(acta, meetId, owner),
    (view) => view?.head.status === "SUMMARIZED",
    SET_UP_MS_MAX,
  );
}, 3 * SET_UP_MS_MAX);

afterAll(() => acta.stop());

async function shares(method = "GET", change?: object, cookie = owner, of = meetId, rest = ""): Promise<Response> {
  return fetch(`${acta.origin}/api/acta/meetings/${of}/shares${rest}`, {
    method,
    headers: {
      Cookie: cookie,
      Origin: acta.origin,
      ...(change ? { "Content-Type": "application/json" } : {}),
    },
    ...(change ? { body: JSON.stringify(change) } : {}),
  });
}

async function link(method = "POST", change?: object, rest = ""): Promise<NonNullable<ShareState["link"]>> {
  const response = await shares(method, change, owner, meetId, rest);
  expect(response.status).toBe(200);
  const { link } = shareState.parse(await response.json());
  if (!link) throw new Error("there is no link");
  return link;
}

const renew = () => link("POST", undefined, "/renew");

async function addressOf(state: { url: string | null }): Promise<string> {
  if (state.url === null) throw new Error("the address is not shown");
  return state.url;
}

/** Columns that a deleted meeting's row keeps unchanged. */
const MEETING_IDS = ["id", "workspace_id", "created_by", "recording_id"];

const open = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers: { ...BROWSER, ...headers } });

test("a link is created once, and opens the minutes for readers who are not signed in", async () => {
  const [first, second] = await Promise.all([link(), link()]);
  expect(first.url).toMatch(new RegExp(`^${acta.origin}/s/[0-9a-hjkmnp-tv-z]{26}$`));
  expect(second.url).toBe(first.url);
  expect((await link("GET")).url).toBe(first.url);

  const answer = await open(await addressOf(first));
  const html = await answer.text();
  if (process.env.SHARED_OUT) await writeFile(process.env.SHARED_OUT, html);
  expect(answer.status).toBe(200);
  expect(html).toContain(`>${TITLE}</h1>`);
  expect(html).toContain("Shared by Laia Ferrer");
  const script = /<script[^>]*>(.*)<\/script>/s.exec(html)?.[1] ?? "";
  expect(script.length).toBeGreaterThan(1000);
  expect(script.length).toBeLessThan(6 * 1024);
  expect(gzipSync(html).byteLength).toBeLessThan(30_000);
});

describe("content of a shared page", () => {
  test("the whole meeting by default, and without an end", async () => {
    const { parts, expiresAt } = await link("GET");
    expect([parts, expiresAt]).toEqual([["summary", "transcript", "recording"], null]);
  });

  test("minutes and recording: no transcript, no speaker names, no transcript files", async () => {
    await link("PATCH", { parts: ["summary", "recording"] });
    const url = await addressOf(await renew());
    const html = await (await open(url)).text();
    const [quoted, unquoted] = await spokenApart();
    // The extractive minutes quote some sentences; the page contains no others.
    expect(html).toContain(quoted);
    expect(html).not.toContain(unquoted);
    expect(html).not.toContain('id="transcript"');
    expect(html).toMatch(/<a class="moment" href="\?t=\d+"/);
    for (const [format, status] of [
      ["md", 200],
      ["txt", 200],
      ["json", 200],
      ["srt", 404],
      ["vtt", 404],
      ["pdf", 404],
    ] as const) {
      const file = await open(`${url}/export/${format}`);
      expect(file.status, format).toBe(status);
      expect(await file.text(), format).not.toContain(unquoted);
    }
  });

  test("the transcript and its files, if it is shared", async () => {
    const url = await addressOf(await link("PATCH", { parts: ["transcript"] }));
    const html = await (await open(url)).text();
    const [, unquoted] = await spokenApart();
    expect(html).toContain(unquoted);
    expect((await open(`${url}/export/srt`)).status).toBe(200);
    // Without the recording nothing plays, and times are plain text.
    expect(html).not.toMatch(/<a class="moment"|\/recording|<noscript>/);
    expect(html).toContain('class="moment moment--text"');
    expect((await open(`${url}/recording`)).status).toBe(404);
  });

  test("no internal id, in any file or header", async () => {
    const url = await addressOf(await link("PATCH", { parts: ["transcript", "recording"] }));
    const view = await viewOf(acta, meetId, owner);
    const [user] = await rowsOf(acta, "SELECT created_by AS id FROM meetings WHERE id = ?", meetId);
    const recordings = await rowsOf(acta, "SELECT recording_id AS id FROM meetings WHERE id = ?", meetId);
    const lines = JSON.stringify(view?.summary?.fields).matchAll(/"id":"([^"]+)"/g);
    const ids = [
      meetId,
      ...[user, ...recordings].map((row) => String(row?.["id"])),
      ...(view?.segments ?? []).map(({ id }) => id),
      ...[...lines].map(([, id]) => id ?? ""),
    ];
    expect(ids.length).toBeGreaterThan(8);
    const files = ["md", "txt", "json", "srt", "vtt", "docx"].map((format) => `/export/${format}`);
    for (const path of ["", "/recording", "/pdf", ...files]) {
      const answer = await eventually(
        () => open(`${url}${path}`, path === "/recording" ? { Range: "bytes=0-99" } : {}),
        ({ status }) => status < 300,
        20_000,
      );
      const told = JSON.stringify([...answer.headers]) + readable(Buffer.from(await answer.arrayBuffer()));
      const named = ids.filter((id) => new RegExp(`(?<![\\w-])${id}(?![\\w-])`).test(told));
      expect(named, path).toEqual([]);
      // The title proves that compressed content was read too. Subtitles and the recording have no title.
      expect(told.includes(TITLE), path).toBe(!/recording|srt|vtt|txt/.test(path) || told.includes(TITLE));
    }
  });

  test("its title, in the tab and for previews, only if the owner allows it", async () => {
    const head = async (url: string) => /<head>.*<\/head>/s.exec(await (await open(url)).text())?.[0] ?? "";
    const quiet = await head(await addressOf(await link("PATCH", { titleShown: false })));
    expect(quiet).toContain("<title>Shared minutes · Acta</title>");
    expect(quiet).not.toContain(TITLE);
    const named = await head(await addressOf(await link("PATCH", { titleShown: true })));
    expect(named).toContain(`<title>${TITLE} · Acta</title>`);
    expect(named).toContain(`<meta property="og:title" content="${TITLE} · Acta"/>`);
  });

  test("the interface in the reader's language, the minutes in their own", async () => {
    const { url } = await link("PATCH", { parts: ["recording"] });
    const html = await (await open(await addressOf({ url }), { "Accept-Language": "es-ES,es;q=0.9" })).text();
    expect(html).toContain('<html lang="es"');
    expect(html).toContain("Compartida por Laia Ferrer");
    expect(html).toContain(`<h1 class="title" lang="en" dir="auto">${TITLE}</h1>`);
  });

  test("nothing of the app: no bundle, no style sheet, and a strict policy of its own", async () => {
    const answer = await open(await addressOf(await link("GET")));
    const html = await answer.text();
    expect(html).not.toMatch(/<script[^>]+src=|<link rel="(stylesheet|modulepreload)"|__remixContext/);
    // Not the fonts either, which weigh more than the page: who opens one link only does not wait for them.
    expect(html).not.toContain('rel="preload"');
    expect(answer.headers.get("Content-Security-Policy")).toMatch(
      /^default-src 'none'; script-src 'nonce-[0-9a-z]{24}'; style-src 'nonce-[0-9a-z]{24}'; /,
    );
    expect(answer.headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(answer.headers.get("X-Robots-Tag")).toContain("noindex");
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
    expect(html).toContain('<meta name="robots" content="noindex, nofollow, noarchive"/>');
  });
});

/** The bytes as text, followed by the unpacked text of compressed parts (parts of a DOCX, streams of a PDF). */
function readable(bytes: Buffer): string {
  const texts = [bytes.toString("utf8")];
  for (let at = 0; at < bytes.length - 1; at += 1) {
    const isPart = bytes.subarray(at, at + 4).equals(Buffer.from("PK\u0003\u0004"));
    const isStream = bytes.subarray(at, at + 7).equals(Buffer.from("stream\n"));
    if (!isPart && !isStream) continue;
    const start = isPart ? at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28) : at + 7;
    try {
      const unpacked = (isPart ? inflateRawSync : inflateSync)(bytes.subarray(start), {
        finishFlush: constants.Z_SYNC_FLUSH,
      });
      texts.push(unpacked.toString("utf8"));
    } catch {
      // Stored without compression, or the end of another stream.
    }
  }
  return texts.join("\n");
}

/** A sentence that the minutes quote, and one that only the transcript has. */
async function spokenApart(): Promise<[quoted: string, unquoted: string]> {
  const view = await viewOf(acta, meetId, owner);
  const written = JSON.stringify(view?.summary?.fields.map(({ content }) => content));
  const texts = view?.segments.map(({ text }) => text) ?? [];
  const quoted = texts.find((text) => written.includes(text));
  const unquoted = texts.find((text) => !written.includes(text.slice(0, 20)));
  if (quoted === undefined || unquoted === undefined) throw new Error("the minutes quote all or nothing");
  return [quoted, unquoted];
}

async function expectGone(url: string): Promise<string> {
  const answer = await open(url);
  const html = await answer.text();
  expect(answer.status).toBe(404);
  expect(html).toContain(GONE);
  expect(html).toContain("Access not available");
  expect(html).toContain('href="mailto:support@acta.example"');
  for (const word of [TITLE, "Laia"]) expect(html).not.toContain(word);
  return html.replaceAll(/nonce="\w+"/g, "");
}

test("revoked, expired and unknown links give identical pages with the same status", async () => {
  const revoked = await addressOf(await renew());
  const standing = await addressOf(await link("POST", undefined, "/renew"));
  expect((await open(standing)).status).toBe(200);
  // The end must be in the future when it is set, so this waits for the clock.
  const ended = await addressOf(await link("PATCH", { expiresAt: Date.now() + 1500 }));
  await eventually(
    () => open(ended),
    ({ status }) => status === 404,
    5000,
  );
  const answers = await Promise.all(
    [revoked, ended, `${acta.origin}/s/${"0".repeat(26)}`, `${acta.origin}/s/x`, `${acta.origin}/s/${meetId}`].map(
      expectGone,
    ),
  );
  expect(new Set(answers).size).toBe(1);
  for (const url of [revoked, ended]) {
    for (const rest of ["/recording", "/export/md"]) expect((await open(`${url}${rest}`)).status).toBe(404);
  }
  // A request for a link makes an expired link valid again.
  expect((await open(await addressOf(await link()))).status).toBe(200);
});

test("a link may expire on a future day within ten years, and on no other", async () => {
  await link();
  for (const expiresAt of [Date.now() - 1, 0, Date.now() + 20 * 365 * 86_400_000, 1.5]) {
    expect((await shares("PATCH", { expiresAt })).status, String(expiresAt)).toBe(422);
  }
  expect((await link("PATCH", { expiresAt: null })).expiresAt).toBeNull();
});

test("a revoked link can be brought back for a moment, with its address and settings", async () => {
  const { url, parts } = await link("PATCH", { parts: ["summary"] });
  await shares("DELETE");
  expect((await open(url ?? "")).status).toBe(404);
  expect(await link("PUT")).toMatchObject({ url, parts });
  expect((await open(url ?? "")).status).toBe(200);

  // A link that was replaced does not come back beside the new one.
  const renewed = await renew();
  expect((await link("PUT")).url).toBe(renewed.url);
  expect((await open(url ?? "")).status).toBe(404);

  await shares("DELETE");
  await acta.inside.database
    .prepare("UPDATE share_links SET revoked_at = revoked_at - ? WHERE meet_id = ?")
    .bind(SHARE_RESTORE_MS_MAX + 1, meetId)
    .run();
  expect(await (await shares("PUT")).json()).toEqual({ link: null });
  expect((await open(renewed.url ?? "")).status).toBe(404);
  await link();
});

test("revoking twice is fine, and another link has another address", async () => {
  const before = await addressOf(await link());
  for (const _ of [1, 2]) {
    const answer = await shares("DELETE");
    expect(shareState.parse(await answer.json())).toEqual({ link: null });
  }
  await expectGone(before);
  const after = await addressOf(await link());
  expect(after).not.toBe(before);
  await expectGone(before);
});

describe("opens are counted, and readers are not identified", () => {
  const opensOf = async () => (await link("GET")).opens;

  test.each<[string, number, Record<string, string>, string?]>([
    ["somebody who comes by the link", 1, { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "none" }],
    ["an old browser", 1, {}],
    ["a preview of a messenger", 0, { "User-Agent": "WhatsApp/2.23.20.0" }],
    ["a crawler", 0, { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" }],
    ["a program without a name", 0, { "User-Agent": "" }],
    ["a reload", 0, { "Cache-Control": "max-age=0" }],
    ["what a browser fetches ahead", 0, { "Sec-Purpose": "prefetch;prerender" }],
    ["a link of the page itself", 0, { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "same-origin" }],
    ["a look without the page", 0, {}, "HEAD"],
  ])("%s counts %i", async (_who, count, headers, method = "GET") => {
    const url = await addressOf(await link());
    const before = await opensOf();
    // Sent with exactly these headers: fetch would mark itself as no navigation.
    const asked = { method, headers: { ...BROWSER, ...headers }, body: null };
    expect((await askPlainly(url, asked)).status).toBe(200);
    // An open that counts is awaited; one that does not count gets 150 ms to appear.
    await (count === 1
      ? eventually(opensOf, (opens) => opens === before + 1, 5000)
      : new Promise((resolve) => setTimeout(resolve, 150)));
    expect(await opensOf()).toBe(before + count);
  });

  test("an open by the owner is not counted; only the day of the last open is kept", async () => {
    const url = await addressOf(await renew());
    const come = (Cookie: string) => askPlainly(url, { method: "GET", headers: { ...BROWSER, Cookie }, body: null });
    await come(owner);
    await come((await makeUser(acta.inside.database)).cookie);
    await eventually(opensOf, (opens) => opens > 0, 5000);
    expect(await link("GET")).toMatchObject({ opens: 1, lastOpenedOn: new Date().toISOString().slice(0, 10) });
  });
});

test("an open stream of a recording breaks off when its link is revoked", async () => {
  const url = await addressOf(await renew());
  await link("PATCH", { parts: ["recording"] });
  const answer = await open(`${url}/recording`, { Range: "bytes=0-" });
  expect(answer.status).toBe(206);
  if (!answer.body) throw new Error("there is no recording");
  const reader = answer.body.getReader();
  let read = (await reader.read()).value?.byteLength ?? 0;
  expect(read).toBeGreaterThan(0);
  expect((await shares("DELETE")).status).toBe(200);
  const rest = (async () => {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      read += value?.byteLength ?? 0;
    }
  })();
  await expect(rest).rejects.toThrow(/terminated|aborted|closed/);
  expect(answer.headers.get("Content-Length")).toBe(answer.headers.get("Content-Range")?.split("/")[1]);
  expect(read).toBeLessThan(PADDING_BYTES / 2);
  // A recording whose link is not revoked arrives whole.
  const whole = await open(`${await addressOf(await link())}/recording`);
  expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(PADDING_BYTES);
});

test("a share token opens no socket", async () => {
  const token = (await addressOf(await link())).split("/").at(-1) ?? "";
  const upgrade = (path: string) =>
    acta.miniflare().dispatchFetch(`${acta.origin}${path}`, {
      headers: {
        Upgrade: "websocket",
        Origin: acta.origin,
        Authorization: `Bearer ${token}`,
        Cookie: `share=${token}`,
      },
    });
  expect((await upgrade(`/api/acta/meetings/${meetId}/live?share=${token}`)).status).toBe(401);
  expect((await upgrade(`/s/${token}/live`)).status).toBe(404);
});

test("only the owner of a meeting can read or change its link", async () => {
  const other = (await makeUser(acta.inside.database)).cookie;
  const { url } = await link();
  for (const [method, rest] of [
    ["GET", ""],
    ["POST", ""],
    ["DELETE", ""],
    ["PUT", ""],
    ["POST", "/renew"],
  ] as const) {
    expect((await shares(method, undefined, other, meetId, rest)).status, `${method} ${rest}`).toBe(404);
    expect((await shares(method, undefined, "", meetId, rest)).status, `${method} ${rest}`).toBe(401);
  }
  expect((await shares("PATCH", { parts: [] }, other)).status).toBe(404);
  expect((await link("GET")).url).toBe(url);
});

test("the audit log holds ids only, and D1 holds no usable address of a link", async () => {
  const { url } = await link();
  const token = (await addressOf({ url })).split("/").at(-1) ?? "";
  const events = await rowsOf(acta, "SELECT * FROM audit_events");
  expect(new Set(events.map(({ action }) => action))).toEqual(
    new Set([
      "meeting.shared",
      "meeting.share-changed",
      "meeting.share-renewed",
      "meeting.share-revoked",
      "meeting.share-restored",
    ]),
  );
  expect(events.every(({ subject_id }) => subject_id === meetId)).toBe(true);
  expect(JSON.stringify(events)).not.toContain(TITLE);
  const links = await rowsOf(acta, "SELECT * FROM share_links");
  expect(JSON.stringify(links)).not.toContain(token);
  expect(links.filter(({ revoked_at }) => revoked_at === null)).toHaveLength(1);
});

test("no log line holds an address of a link", async () => {
  expect(acta.log().length).toBeGreaterThan(0);
  expect(JSON.stringify(acta.log())).not.toMatch(/\/s\/[0-9a-z]/);
});

test("a deletion removes page, link, rows and bytes, and can be repeated", async () => {
  const url = await addressOf(await link());
  const used = () => rowsOf(acta, "SELECT state FROM usage_ledger WHERE meet_id = ?", meetId);
  expect(await used()).toEqual([{ state: "counted" }]);
  const remove = (cookie: string) =>
    fetch(`${acta.origin}/api/acta/meetings/${meetId}`, {
      method: "DELETE",
      headers: { Cookie: cookie, Origin: acta.origin },
    });
  const other = (await makeUser(acta.inside.database)).cookie;
  expect((await remove(other)).status).toBe(404);
  expect((await remove("")).status).toBe(401);
  // A mail that was sent is in the outbox of this machine, as it would be with a mail service.
  const keys = async () => (await acta.inside.keys()).filter((key) => !key.startsWith("outbox/"));
  expect(await keys()).not.toEqual([]);

  const before = {
    meeting: (await rowsOf(acta, "SELECT * FROM meetings WHERE id = ?", meetId))[0],
    words: [TITLE, ...(await spokenApart())],
  };
  for (const _ of [1, 2]) expect((await remove(owner)).status).toBe(200);
  expect(await keys()).toEqual([]);
  const query = (table: string, column: string) => rowsOf(acta, `SELECT * FROM ${table} WHERE ${column} = ?`, meetId);
  expect(await query("share_links", "meet_id")).toEqual([]);
  expect(await query("meeting_claims", "meet_id")).toEqual([]);
  const today = Date.now() - (Date.now() % DAY_MS);
  // Every existing column: a new column must be added here.
  expect(await query("meetings", "id")).toEqual([
    {
      ...before.meeting,
      role: "",
      title: "",
      title_key: "",
      // Derived from the emptied columns.
      source_kind: "call",
      status_group: "working",
      starts_at: 0,
      time_zone: "",
      language: "",
      template_id: null,
      source: "",
      platform: null,
      lobby_state: null,
      duration_ms: null,
      participants: null,
      status: "",
      reason: null,
      recognised_ms: 0,
      wanted_ms: 0,
      task_count: null,
      open_tasks: 0,
      people: "[]",
      awaits_model: 0,
      series_key: null,
      folder_id: null,
      archived_at: null,
      sequence: expect.any(Number),
      created_at: today,
      updated_at: today,
      changed_at: 0,
      deleted_at: today,
    },
  ]);
  expect(Object.keys(before.meeting ?? {}).toSorted()).toEqual(
    [
      ...MEETING_IDS,
      "role",
      "title",
      "starts_at",
      "time_zone",
      "language",
      "template_id",
      "source",
      "platform",
      "lobby_state",
    ]
      .concat("duration_ms", "participants", "status", "reason", "recognised_ms", "wanted_ms", "task_count", "sequence")
      .concat(
        "created_at",
        "updated_at",
        "changed_at",
        "deleted_at",
        "title_key",
        "source_kind",
        "status_group",
        "open_tasks",
        "people",
        "awaits_model",
        "merged_into",
        "series_key",
        "folder_id",
        "archived_at",
      )
      .toSorted(),
  );
  // Other tables refer to the meeting by its id alone.
  const named: Record<string, unknown[]> = {};
  for (const { name } of await rowsOf(acta, "SELECT name FROM sqlite_master WHERE type = 'table'")) {
    if (/^(_cf|sqlite|d1)_/.test(String(name))) continue;
    const rows = await rowsOf(acta, `SELECT * FROM ${String(name)}`);
    for (const row of rows) for (const word of before.words) expect(JSON.stringify(row)).not.toContain(word);
    const columns = rows
      .filter((row) => JSON.stringify(row).includes(meetId))
      .map((row) => Object.keys(row).toSorted());
    if (columns.length > 0) named[String(name)] = columns[0] ?? [];
  }
  expect(Object.keys(named).toSorted()).toEqual(["audit_events", "meetings", "usage_ledger"]);
  expect(named["audit_events"]).toEqual(["action", "at", "id", "subject_id", "user_id"]);
  expect(named["usage_ledger"]).toEqual(
    ["kind", "meet_id", "workspace_id", "reason", "reserved_at", "state", "updated_at"].toSorted(),
  );
  expect(await used()).toEqual([{ state: "counted" }]);
  expect(await viewOf(acta, meetId, owner)).toBeNull();
  await expectGone(url);
  expect((await shares("POST")).status).toBe(404);
  const deletions = await rowsOf(acta, "SELECT * FROM audit_events WHERE action = 'meeting.deleted'");
  expect(deletions).toHaveLength(1);
});
