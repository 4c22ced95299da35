import { expect, test } from "vitest";
import { decideRange, type RangeDecision } from "#app/server/http/decide-range.ts";

const FILE = { size: 1000, etag: '"abc"' };
const WHOLE: RangeDecision = { status: 200, start: 0, end: 1000 };
const part = (start: number, end: number): RangeDecision => ({ status: 206, start, end });

test.each<[Record<string, string>, RangeDecision]>([
  [{}, WHOLE],
  [{ Range: "bytes=0-" }, part(0, 1000)],
  [{ Range: "bytes=0-0" }, part(0, 1)],
  [{ Range: "bytes=10-19" }, part(10, 20)],
  [{ Range: "bytes=990-5000" }, part(990, 1000)],
  [{ Range: "bytes=999-" }, part(999, 1000)],
  [{ Range: "bytes=-10" }, part(990, 1000)],
  [{ Range: "bytes=-5000" }, part(0, 1000)],
  [{ Range: "bytes=1000-" }, { status: 416 }],
  [{ Range: "bytes=5000-6000" }, { status: 416 }],
  [{ Range: "bytes=-0" }, { status: 416 }],
  // An invalid range and several ranges are ignored: the whole file is returned.
  [{ Range: "bytes=20-10" }, WHOLE],
  [{ Range: "bytes=-" }, WHOLE],
  [{ Range: "bytes=0-1,5-6" }, WHOLE],
  [{ Range: "seconds=0-1" }, WHOLE],
  [{ Range: "bytes=a-b" }, WHOLE],
  [{ Range: "bytes=99999999999999999999-" }, WHOLE],
  [{ "If-None-Match": '"abc"' }, { status: 304 }],
  [{ "If-None-Match": 'W/"abc"' }, { status: 304 }],
  [{ "If-None-Match": '"x", "abc"' }, { status: 304 }],
  [{ "If-None-Match": "*" }, { status: 304 }],
  [{ "If-None-Match": '"x"' }, WHOLE],
  [{ "If-None-Match": '"abc"', Range: "bytes=0-1" }, { status: 304 }],
  [{ "If-Range": '"abc"', Range: "bytes=0-1" }, part(0, 2)],
  [{ "If-Range": '"old"', Range: "bytes=0-1" }, WHOLE],
  [{ "If-Range": 'W/"abc"', Range: "bytes=0-1" }, WHOLE],
  [{ "If-Range": "Wed, 21 Oct 2026 07:28:00 GMT", Range: "bytes=0-1" }, WHOLE],
])("%j is answered with %j", (headers, decision) => {
  expect(decideRange(new Headers(headers), FILE)).toEqual(decision);
});

test("an empty file has no ranges", () => {
  expect(decideRange(new Headers({ Range: "bytes=0-" }), { size: 0, etag: '"e"' })).toEqual({ status: 416 });
  expect(decideRange(new Headers({ Range: "bytes=-1" }), { size: 0, etag: '"e"' })).toEqual({ status: 416 });
});
