/**
 * The answer to a GET of one version of a resource: all of it, one range of it, "not modified" or "no such range"
 * (RFC 9110 §13 and §14). A request for several ranges gets all of it, which the RFC allows; players request one range.
 */
export type RangeDecision = { status: 200 | 206; start: number; end: number } | { status: 304 } | { status: 416 };

/** `etag` as it stands in the header, quotes included; `end` of the decision is exclusive. */
export function decideRange(headers: Headers, entity: { size: number; etag: string }): RangeDecision {
  const whole = { status: 200, start: 0, end: entity.size } as const;
  const noneMatch = headers.get("If-None-Match");
  if (noneMatch !== null && namesEtag(noneMatch, entity.etag)) return { status: 304 };

  const range = headers.get("Range");
  const ifRange = headers.get("If-Range");
  // A date in If-Range never matches: we send none.
  if (range === null || (ifRange !== null && ifRange.trim() !== entity.etag)) return whole;
  const [, first, last] = /^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/.exec(range) ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return whole;
  if (first === "") {
    // The last so many bytes.
    const length = Math.min(Number(last), entity.size);
    return length === 0 ? { status: 416 } : { status: 206, start: entity.size - length, end: entity.size };
  }
  const start = Number(first);
  const end = last === "" ? entity.size : Math.min(Number(last) + 1, entity.size);
  if (last !== "" && Number(last) < start) return whole;
  return start >= entity.size ? { status: 416 } : { status: 206, start, end };
}

/** Weak comparison, as If-None-Match asks for (RFC 9110 §13.1.2): a proxy may have compressed the answer and weakened its tag. */
export function namesEtag(list: string, etag: string): boolean {
  return list.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag);
}
