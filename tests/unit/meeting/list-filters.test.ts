import { expect, test } from "vitest";
import { formatTitleCursor, parseListFilters, parseTitleCursor, titleKeyOf } from "#app/domain/meeting/list.ts";

const ID = "0".repeat(24);
const NOTHING = {
  group: null,
  role: null,
  language: null,
  from: null,
  template: null,
  person: null,
  folder: null,
  tag: null,
  archived: null,
  after: null,
  before: null,
  sort: "date",
};

test.each([
  ["", {}],
  ["group=completed&sort=title", { group: "completed", sort: "title" }],
  ["group=running", {}],
  ["group=working", { group: "working" }],
  ["role=guest&language=ca&from=zoom", { role: "guest", language: "ca", from: "zoom" }],
  ["role=owner&language=xx&from=fax&sort=size", {}],
  ["template=system", { template: "system" }],
  [`template=${ID}`, { template: ID }],
  ["template=1", {}],
  ["person=Théo%20Müller", { person: "theo muller" }],
  ["person=…", {}],
  [`folder=${ID}&tag=%23Client+X&archived=1`, { folder: ID, tag: "client x", archived: "1" }],
  ["after=2026-11-01&before=2026-12-01", { after: "2026-11-01", before: "2026-12-01" }],
  ["after=2026-02-30&before=soon", {}],
])("?%s", (address, filters) => {
  expect(parseListFilters(new URLSearchParams(address))).toEqual({ ...NOTHING, ...filters });
});

test.each([
  ["Àvila, 2", "avila 2"],
  ["", ""],
  ["…", ""],
  ["a.b\nc", "a b c"],
])("%j is sorted as %j, and its cursor comes back", (title, titleKey) => {
  expect(titleKeyOf(title)).toBe(titleKey);
  expect(parseTitleCursor(formatTitleCursor({ titleKey, id: ID }))).toEqual({ titleKey, id: ID });
});

test.each([null, "", "x", "x.y", ID, `1.${ID}`])("%j is no cursor", (text) => {
  expect(parseTitleCursor(text)).toBeNull();
});
