import { expect, test } from "vitest";
import { eventLink, findEventLink, findLink } from "#app/domain/calendar/find-link.ts";
import { STRICT_LINKS } from "#app/domain/meeting/link.ts";

/** The meeting link of an event, as people and programs write it. */

const MEET = "https://meet.google.com/abc-defg-hij";
const OTHER_MEET = "https://meet.google.com/zzz-zzzz-zzz";
const ZOOM = "https://us02web.zoom.us/j/92345678901?pwd=aBcD12";
const TEAMS = "https://teams.microsoft.com/meet/31234567890123?p=Qw3rty";
const OTHER_TEAMS = "https://teams.microsoft.com/meet/39999999999999?p=Qw3rty";

const urlOf = (text: string) => findLink([text], STRICT_LINKS)?.url ?? null;

test.each([
  ["a location", [MEET], [ZOOM], ZOOM],
  ["a description", [MEET], [null, `Agenda\nJoin: ${ZOOM}`], ZOOM],
  ["a description behind the added room", [MEET], [null, `Join ${MEET}\n\nWe use ${ZOOM}`], ZOOM],
  ["another room of Google", [MEET], ["Room 4", `Always here: ${OTHER_MEET}`], OTHER_MEET],
  ["Zoom beside Teams", [TEAMS], [null, ZOOM], ZOOM],
  ["nothing", [MEET], ["Room 4", "See you"], MEET],
  ["only the added room", [MEET], [`${MEET}?authuser=0`, MEET], MEET],
  ["an older Teams meeting that is quoted below", [TEAMS], [null, `${TEAMS}\n> From: Bram\n> ${OTHER_TEAMS}`], TEAMS],
  ["a room beside one that an add-on was asked for", [ZOOM], [null, TEAMS], ZOOM],
])("beside the room that a calendar added, %s", (_what, added, written, expected) => {
  expect(findEventLink({ added, written }, STRICT_LINKS)?.url).toBe(urlOf(expected));
});

test.each([
  ["without a scheme", "Zoom: us02web.zoom.us/j/92345678901?pwd=aBcD12, Room 4", ZOOM],
  ["without a scheme, glued to its label", "Join:meet.google.com/abc-defg-hij.", MEET],
  ["without a scheme, in brackets", "(meet.google.com/abc-defg-hij)", MEET],
  ["before Chinese marks", "会议链接：https://meet.google.com/abc-defg-hij。请准时", MEET],
  ["between Japanese letters", "会議はhttps://meet.google.com/abc-defg-hijで", MEET],
  ["between guillemets", "«https://meet.google.com/abc-defg-hij»", MEET],
  ["with an invisible space", "\u200bhttps://meet.google.com/abc-defg-hij\u200b", MEET],
  ["with emphasis", "*https://meet.google.com/abc-defg-hij*", MEET],
  ["with a name as in Slack", `<${ZOOM}|Join>`, ZOOM],
  ["before a comma and no space", `${ZOOM},Room 4`, ZOOM],
  ["whose comma follows a room with a line", "https://meet.jit.si/a_b,Room", "https://meet.jit.si/a_b"],
  [
    "in HTML that was put into HTML",
    `${MEET.replace("meet.google.com", "x.example")} ${ZOOM.replace("?", "?omn=1&amp;amp;")}`,
    ZOOM,
  ],
  ["for Zoom's program", "zoommtg://us02web.zoom.us/join?action=join&confno=92345678901&pwd=aBcD12", ZOOM],
  [
    "for the program of Teams",
    "msteams://teams.microsoft.com/l/meetup-join/19%3ameeting_NjA1%40thread.v2/0",
    "https://teams.microsoft.com/l/meetup-join/19%3ameeting_NjA1%40thread.v2/0",
  ],
  [
    "with the context of Teams unencoded",
    'https://teams.microsoft.com/l/meetup-join/19:meeting_NjA1@thread.v2/0?context={"Tid":"11111111-2222-3333-4444-555555555555","Oid":"66666666-7777-8888-9999-000000000000"}',
    `https://teams.microsoft.com/l/meetup-join/19%3ameeting_NjA1%40thread.v2/0?context=${encodeURIComponent('{"Tid":"11111111-2222-3333-4444-555555555555","Oid":"66666666-7777-8888-9999-000000000000"}')}`,
  ],
  [
    "to the page before a call of Teams",
    "https://teams.microsoft.com/_#/pre-join-calling/19:meeting_NjA1@thread.v2",
    "https://teams.microsoft.com/l/meetup-join/19%3ameeting_NjA1%40thread.v2/0",
  ],
  ["of Meet's own app", "https://meet.google.com/_meet/abc-defg-hij?ijlm=1", MEET],
  ["by FireEye", `https://protect2.fireeye.com/v1/url?k=3132&q=1&e=1b2c&u=${encodeURIComponent(ZOOM)}`, ZOOM],
  ["by Vade", `https://antiphishing.vadesecure.com/v4?f=bnV&k=x1&u=${encodeURIComponent(ZOOM)}`, ZOOM],
  ["by Check Point", `https://checkpoint.url-protection.com/v1/url?o=${encodeURIComponent(ZOOM)}&g=OTc0`, ZOOM],
  ["by Check Point's Harmony", `https://protect.checkpoint.com/v2/___${ZOOM}___.YXAzOmFjbWU`, ZOOM],
  ["by EdgePilot", `https://link.edgepilot.com/s/abcd1234/XyZ?u=${ZOOM}`, ZOOM],
  ["by Libraesva", `https://urlsand.esvalabs.com/?u=${encodeURIComponent(ZOOM)}&e=0d&h=1f`, ZOOM],
  ["by TitanHQ", `https://linklock.titanhq.com/analyse?url=${encodeURIComponent(ZOOM)}&data=eJxL`, ZOOM],
  ["by GMX", `https://deref-gmx.net/mail/client/a/dereferrer/?redirectUrl=${encodeURIComponent(ZOOM)}`, ZOOM],
  ["with http", "http://meet.google.com/abc-defg-hij", MEET],
  ["with the port of https", "https://teams.microsoft.com:443/meet/31234567890123?p=Qw3rty", TEAMS],
  ["in HTML", `<a href="${ZOOM}">Join</a>`, ZOOM],
  [
    "in HTML with numbered entities",
    `<a href="https:&#x2F;&#x2F;us02web.zoom.us&#47;j&#47;92345678901&#x3F;pwd&equals;aBcD12">Join</a>`,
    ZOOM,
  ],
  [
    "in the chat of Teams",
    `https://statics.teams.cdn.office.net/evergreen-assets/safelinks/2/atp-safelinks.html?url=${encodeURIComponent(ZOOM)}&locale=en-gb`,
    ZOOM,
  ],
  [
    "by Defender of another cloud",
    `https://usg02.safelinks.protection.office365.us/?url=${encodeURIComponent(MEET)}&data=05%7C02`,
    MEET,
  ],
  ["by Proofpoint 1", `https://urldefense.proofpoint.com/v1/url?u=${encodeURIComponent(MEET)}&k=a%3D&r=b`, MEET],
  [
    "by Proofpoint 2",
    "https://urldefense.proofpoint.com/v2/url?u=https-3A__us02web.zoom.us_j_92345678901-3Fpwd-3DaBcD12&d=DwMFaQ&c=x&r=y&m=z&s=w&e=",
    ZOOM,
  ],
  [
    "by Proofpoint 3",
    "<https://urldefense.com/v3/__https://us02web.zoom.us/j/92345678901?pwd=aBcD12__;!!Abc!xyz-123$>",
    ZOOM,
  ],
  [
    "by Proofpoint 3, with a letter left out",
    "https://urldefense.com/v3/__https://us02web.zoom.us/j/92345678901*pwd=aBcD12__;Pw!!Abc!xyz$",
    ZOOM,
  ],
  ["by Barracuda", `https://linkprotect.cudasvc.com/url?a=${encodeURIComponent(ZOOM)}&c=E,1,abc`, ZOOM],
  ["by Trend Micro", `https://ctp.trendmicro.com/wis/clicktime/v1/query?url=${encodeURIComponent(MEET)}&umid=1`, MEET],
  ["by Cisco", `https://secure-web.cisco.com/1abcDEF/${encodeURIComponent(MEET)}`, MEET],
  ["by Sophos", `https://eu-west-1.protection.sophos.com/?d=google.com&u=${btoa(MEET)}&i=abc`, MEET],
  ["by Avanan", `https://url.avanan.click/v2/___${MEET}___.YXAxOmFiYw`, MEET],
  [
    "by two filters",
    `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(`https://urldefense.com/v3/__${MEET}__;!!A!b$`)}&data=1`,
    MEET,
  ],
])("a link %s is found", (_how, text, expected) => {
  expect(urlOf(text)).not.toBe(null);
  expect(urlOf(text)).toBe(urlOf(expected));
});

test.each([
  "https://urldefense.com/v3/__https://evil.example/j/92345678901__;!!A!b$",
  "https://urldefense.proofpoint.com/v2/url?u=https-3A__evil.example_https-3A__zoom.us_j_92345678901&d=x",
  "https://urldefense.evil.example/v3/__https://meet.google.com/abc-defg-hij__;!!A!b$",
  `https://linkprotect.cudasvc.com/url?a=${encodeURIComponent(MEET)}&c=${encodeURIComponent(ZOOM)}`,
  "https://urldefense.com/v3/abc",
  `https://statics.teams.cdn.office.net/x?url=${encodeURIComponent("https://evil.example/j/92345678901")}`,
  `https://safelinks.protection.outlook.com.evil.example/?url=${encodeURIComponent(MEET)}`,
  "https://meet.google.com:8443/abc-defg-hij",
  "mail@meet.google.com/abc-defg-hij",
])("no link is found in %s", (text) => {
  expect(urlOf(text)).toBe(null);
});

test.each([
  ["alone", [], ["https://acme.zoom.us/my/nora.puig", null], true],
  ["in a text", [], [null, "Join: acme.zoom.us/my/nora?pwd=1, Room 4"], true],
  ["beside a link with a number", [], [ZOOM, "https://acme.zoom.us/my/nora.puig"], undefined],
  ["nowhere", [], ["Room 4"], undefined],
])("a room that goes by its owner's name is told apart from no link: %s", (_where, added, written, expected) => {
  expect(eventLink({ added, written }, STRICT_LINKS).isPersonalRoom).toBe(expected);
});
