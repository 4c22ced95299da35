import { createHash } from "node:crypto";

/** Links as they appear in mails, calendars and chats. The rooms are invented. */

export const MEET = "https://meet.google.com/abc-defg-hij?hl=en";
export const ZOOM = "https://app.zoom.us/wc/92345678901/join";
export const TENANT = "0a1b2c3d-1111-4222-8333-444455556666";
export const ORGANISER = "9f8e7d6c-aaaa-4bbb-8ccc-ddddeeeeffff";
export const THREAD = "19:meeting_NGRhYmNkZWYtMTIzNC00NTY3@thread.v2";
const CONTEXT = JSON.stringify({ Tid: TENANT, Oid: ORGANISER });
export const enc = encodeURIComponent;
const PLACE = `/l/meetup-join/${enc(THREAD)}/0?context=${enc(CONTEXT)}`;
export const DEEP = `https://teams.microsoft.com/v2/?meetingjoin=true#${PLACE}&anon=true`;
const COORDS = btoa(
  JSON.stringify({ conversationId: THREAD, tenantId: TENANT, organizerId: ORGANISER, messageId: "0" }),
);
export const safe = (url: string, region = "eur01") =>
  `https://${region}.safelinks.protection.outlook.com/?url=${enc(url)}&data=05%7C02%7Cnora%40clinic.example%7C0a1b&sdata=Q2hlY2s%3D&reserved=0`;
export const google = (url: string) =>
  `https://www.google.com/url?q=${enc(url)}&sa=D&source=calendar&usg=AOvVaw0abcdef`;

export const JITSI_HOST = "talk.clinic.example";
export const LOCAL_ORIGIN = "http://127.0.0.1:8088";
export const RULES = { jitsiHosts: [JITSI_HOST], localOrigin: LOCAL_ORIGIN };

/** A room whose links hold a secret. The key contains the hash of the secret. */
export function withSecret(platform: string, room: string, secret: string): string {
  const hash = createHash("sha256").update(`${platform}:${room}\n${secret}`).digest("hex");
  return `${room}/${hash.slice(0, 32)}`;
}
const LIVE = withSecret("teams", "teams.live.com/9312345678901", "AbC123xyz");
const WORK = withSecret("teams", "work/31234567890123", "Qw3rty");
const zoomRoom = (secret: string, room = "92345678901") => withSecret("zoom", room, secret);

/** Each row: the written text, the platform, the key of the room, and the URL to open. */
export const ACCEPTED: readonly [text: string, platform: string, roomKey: string, url: string][] = [
  ...[
    "https://meet.google.com/abc-defg-hij",
    "meet.google.com/abc-defg-hij",
    "  meet.google.com/abc-defg-hij  ",
    "HTTPS://MEET.GOOGLE.COM/ABC-DEFG-HIJ",
    "https://meet.google.com/abc-defg-hij/",
    "https://meet.google.com/abc-defg-hij?authuser=1",
    "https://meet.google.com/abc-defg-hij?authuser=nora%40clinic.example&hs=122",
    "https://meet.google.com/abc-defg-hij?pli=1",
    "https://meet.google.com/abc-defg-hij?hl=ca",
    "https://meet.google.com/abc-defg-hij#lobby",
    "https://meet.google.com/abc-defg-hij>",
    "<https://meet.google.com/abc-defg-hij>",
    "(https://meet.google.com/abc-defg-hij)",
    "(meet.google.com/abc-defg-hij)",
    "\u200bhttps://meet.google.com/abc-defg-hij\u200b",
    "\u2060 <meet.google.com/abc-defg-hij> \ufeff",
    "https://meet.google.com/abc-defg-hij.",
    "https://meet.google.com/abc-defg-hij,",
    '"https://meet.google.com/abc-defg-hij"',
    google("https://meet.google.com/abc-defg-hij"),
    "https://www.google.com/url?q=https://meet.google.com/abc-defg-hij&sa=D",
    "https://google.com/url?url=https%3A%2F%2Fmeet.google.com%2Fabc-defg-hij&rct=j",
    "www.google.com/url?q=https%3A%2F%2Fmeet.google.com%2Fabc-defg-hij",
    safe("https://meet.google.com/abc-defg-hij"),
    safe("https://meet.google.com/abc-defg-hij?authuser=0", "nam12"),
    safe(google("https://meet.google.com/abc-defg-hij")),
    google(safe("https://meet.google.com/abc-defg-hij")),
  ].map((text) => [text, "meet", "abc-defg-hij", MEET] as [string, string, string, string]),

  [
    "https://teams.live.com/meet/9312345678901?p=AbC123xyz",
    "teams",
    LIVE,
    "https://teams.live.com/meet/9312345678901?p=AbC123xyz",
  ],
  [
    "teams.live.com/meet/9312345678901",
    "teams",
    "teams.live.com/9312345678901",
    "https://teams.live.com/meet/9312345678901",
  ],
  [
    "https://teams.live.com/meet/9312345678901/?p=AbC123xyz",
    "teams",
    LIVE,
    "https://teams.live.com/meet/9312345678901?p=AbC123xyz",
  ],
  [
    "https://teams.live.com/v2/#/meet/9312345678901?p=AbC123xyz",
    "teams",
    LIVE,
    "https://teams.live.com/meet/9312345678901?p=AbC123xyz",
  ],
  [
    safe("https://teams.live.com/meet/9312345678901?p=AbC123xyz"),
    "teams",
    LIVE,
    "https://teams.live.com/meet/9312345678901?p=AbC123xyz",
  ],
  ...[
    "https://teams.microsoft.com/meet/31234567890123?p=Qw3rty",
    "teams.microsoft.com/meet/31234567890123?p=Qw3rty",
    "https://teams.microsoft.com/meet/31234567890123?p=Qw3rty&launchAgent=join_launcher",
    "https://teams.microsoft.com/v2/#/meet/31234567890123?p=Qw3rty",
    "https://teams.microsoft.com/v2/?meetingjoin=true#/meet/31234567890123?p=Qw3rty",
    "https://teams.microsoft.com/_#/meet/31234567890123?p=Qw3rty",
    "https://teams.microsoft.com/dl/launcher/launcher.html?url=%2F_%23%2Fmeet%2F31234567890123%3Fp%3DQw3rty&type=meet",
    "https://teams.microsoft.com/dl/launcher/launcher.html?url=/_#/meet/31234567890123?p=Qw3rty",
    google("https://teams.microsoft.com/meet/31234567890123?p=Qw3rty"),
    safe("https://teams.microsoft.com/meet/31234567890123?p=Qw3rty"),
  ].map(
    (text) =>
      [text, "teams", WORK, "https://teams.microsoft.com/meet/31234567890123?p=Qw3rty"] as [
        string,
        string,
        string,
        string,
      ],
  ),
  [
    "https://teams.cloud.microsoft/meet/31234567890123?p=Qw3rty",
    "teams",
    WORK,
    "https://teams.cloud.microsoft/meet/31234567890123?p=Qw3rty",
  ],
  [
    "https://teams.microsoft.us/meet/31234567890123",
    "teams",
    "teams.microsoft.us/31234567890123",
    "https://teams.microsoft.us/meet/31234567890123",
  ],
  [
    "https://gov.teams.microsoft.us/meet/31234567890123",
    "teams",
    "gov.teams.microsoft.us/31234567890123",
    "https://gov.teams.microsoft.us/meet/31234567890123",
  ],
  [
    "https://dod.teams.microsoft.us/meet/31234567890123",
    "teams",
    "dod.teams.microsoft.us/31234567890123",
    "https://dod.teams.microsoft.us/meet/31234567890123",
  ],
  ...[
    `https://teams.microsoft.com${PLACE}`,
    `teams.microsoft.com${PLACE}`,
    `https://teams.microsoft.com/l/meetup-join/${THREAD}/0?context=${enc(CONTEXT)}`,
    `https://teams.microsoft.com/l/meetup-join/${THREAD}/0?context=${CONTEXT}`,
    `https://teams.microsoft.com/l/meetup-join/${enc(THREAD).replace("%3A", "%3a")}/0?context=${enc(CONTEXT)}`,
    `https://teams.microsoft.com/l/meetup-join/${enc(enc(THREAD))}/0?context=${enc(enc(CONTEXT))}`,
    `https://teams.microsoft.com/l/meetup-join/${enc(enc(enc(THREAD)))}/0?context=${enc(enc(enc(CONTEXT)))}`,
    `https://teams.microsoft.com${PLACE}&anon=true`,
    `https://teams.microsoft.com/v2/?meetingjoin=true#${PLACE}`,
    DEEP,
    `https://teams.microsoft.com/_#${PLACE}`,
    `https://teams.microsoft.com/dl/launcher/launcher.html?url=${enc(`/_#${PLACE}&anon=true`)}&type=meetup-join&deeplinkId=0a1b&directDl=true`,
    `https://teams.microsoft.com/dl/launcher/launcher.html?url=${enc(enc(`/_#${PLACE}`))}`,
    `https://teams.microsoft.com/light-meetings/launch?agent=web&coords=${COORDS}`,
    `https://teams.microsoft.com/light-meetings/launch?coords=${enc(COORDS)}&deeplinkId=0a1b`,
    google(`https://teams.microsoft.com${PLACE}`),
    `https://www.google.com/url?q=https://teams.microsoft.com${PLACE}`,
    safe(`https://teams.microsoft.com${PLACE}`),
    safe(google(`https://teams.microsoft.com${PLACE}`)),
  ].map((text) => [text, "teams", THREAD, DEEP] as [string, string, string, string]),
  [
    `https://teams.microsoft.com/l/meetup-join/${enc("19:abcDEF123@thread.tacv2")}/1700000000000`,
    "teams",
    "19:abcDEF123@thread.tacv2/1700000000000",
    "https://teams.microsoft.com/v2/?meetingjoin=true#/l/meetup-join/19%3AabcDEF123%40thread.tacv2/1700000000000?anon=true",
  ],
  [
    `https://teams.microsoft.com/l/meetup-join/${enc("19:old=_-@thread.skype")}/0`,
    "teams",
    "19:old=_-@thread.skype/0",
    "https://teams.microsoft.com/v2/?meetingjoin=true#/l/meetup-join/19%3Aold%3D_-%40thread.skype/0?anon=true",
  ],

  ...[
    "https://zoom.us/j/92345678901",
    "zoom.us/j/92345678901",
    "https://www.zoom.us/j/92345678901",
    "https://us02web.zoom.us/j/92345678901",
    "https://clinic-girona.zoom.us/j/92345678901",
    "https://clinic.eu.zoom.us/j/92345678901",
    "https://zoom.com/j/92345678901",
    "https://us02web.zoom.us/j/92345678901#success",
    "https://us02web.zoom.us/j/92345678901?from=addon",
    "https://us02web.zoom.us/w/92345678901",
    "https://app.zoom.us/wc/join/92345678901",
    "https://app.zoom.us/wc/92345678901/join",
    "https://zoom.us/wc/92345678901/join?fromPWA=1",
    google("https://us02web.zoom.us/j/92345678901"),
    safe("https://us02web.zoom.us/j/92345678901"),
  ].map((text) => [text, "zoom", "92345678901", ZOOM] as [string, string, string, string]),
  ...[
    "https://us02web.zoom.us/j/92345678901?pwd=aBcD12efG",
    "https://us02web.zoom.us/j/92345678901?pwd=aBcD12efG&omn=98765432109",
    "https://app.zoom.us/wc/join/92345678901?pwd=aBcD12efG",
    "https://us02web.zoom.us/j/92345678901?pwd=aBcD12efG.",
    "<https://us02web.zoom.us/j/92345678901?pwd=aBcD12efG>",
    google("https://us02web.zoom.us/j/92345678901?pwd=aBcD12efG"),
    safe("https://us02web.zoom.us/j/92345678901?pwd=aBcD12efG&from=addon"),
  ].map(
    (text) => [text, "zoom", zoomRoom("pwd=aBcD12efG"), `${ZOOM}?pwd=aBcD12efG`] as [string, string, string, string],
  ),
  ["https://zoom.us/j/92345678901?pwd=aBcD12efG.1", "zoom", zoomRoom("pwd=aBcD12efG.1"), `${ZOOM}?pwd=aBcD12efG.1`],
  ["https://zoom.us/w/92345678901?tk=Tok-en_1.ab", "zoom", zoomRoom("tk=Tok-en_1.ab"), `${ZOOM}?tk=Tok-en_1.ab`],
  ["https://zoom.us/w/92345678901?tk=Tok&pwd=aB1", "zoom", zoomRoom("pwd=aB1&tk=Tok"), `${ZOOM}?pwd=aB1&tk=Tok`],
  ["https://zoom.us/j/923456789", "zoom", "923456789", "https://app.zoom.us/wc/923456789/join"],
  ["https://zoom.us/j/9234567890", "zoom", "9234567890", "https://app.zoom.us/wc/9234567890/join"],
  [
    "https://www.zoomgov.com/j/1612345678?pwd=aB1",
    "zoom",
    zoomRoom("pwd=aB1", "gov/1612345678"),
    "https://www.zoomgov.com/wc/1612345678/join?pwd=aB1",
  ],

  [`https://${JITSI_HOST}/TeamMeeting`, "jitsi", `${JITSI_HOST}/teammeeting`, `https://${JITSI_HOST}/teammeeting`],
  [`${JITSI_HOST}/team-meeting_2`, "jitsi", `${JITSI_HOST}/team-meeting_2`, `https://${JITSI_HOST}/team-meeting_2`],
  [`https://${JITSI_HOST}/clinic/team`, "jitsi", `${JITSI_HOST}/clinic/team`, `https://${JITSI_HOST}/clinic/team`],
  [`https://${JITSI_HOST}/R%C3%A9union`, "jitsi", `${JITSI_HOST}/r%C3%A9union`, `https://${JITSI_HOST}/r%C3%A9union`],
  ["https://meet.jit.si/Team#config.prejoinPageEnabled=false", "jitsi", "meet.jit.si/team", "https://meet.jit.si/team"],
  ["https://meet.jit.si/Team?jwt=abc", "jitsi", "meet.jit.si/team", "https://meet.jit.si/team"],
  [`${LOCAL_ORIGIN}/videoroomtest.html?room=1234`, "local", "1234", `${LOCAL_ORIGIN}/videoroomtest.html?room=1234`],
  [
    `${LOCAL_ORIGIN}/demos/videoroomtest.html?room=5678`,
    "local",
    "5678",
    `${LOCAL_ORIGIN}/demos/videoroomtest.html?room=5678`,
  ],
];
