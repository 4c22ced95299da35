import type { Address } from "#app/domain/meeting/link/address.ts";

/**
 * Addresses that the mail filters of companies, and some programs, put around links. Only those that hold the address itself are listed;
 * filters that replace it by a number keep where it leads to themselves.
 */
type Wrapped = {
  /** Null: several different ones. */
  target: string | null;
  /** The rest of the wrapper, which must hold no other link. */
  others: string[];
};
type Wrapper = { hosts: RegExp; read: (address: Address) => Wrapped | null };

const WRAPPERS: readonly Wrapper[] = [
  {
    hosts: /^(?:www\.)?google\.com$/,
    read: (address) => (address.path === "/url" ? ofQuery(address, ["q", "url"]) : null),
  },
  // Microsoft Defender, in mails and in Teams.
  {
    hosts:
      /^[a-z0-9-]+\.safelinks\.(?:protection\.(?:outlook\.(?:com|cn)|office365\.us)|outlook\.microsoft(?:\.com)?)$/,
    read: (address) => ofQuery(address, ["url"]),
  },
  { hosts: /^statics\.teams\.cdn\.(?:office\.net|microsoft)$/, read: (address) => ofQuery(address, ["url"]) },
  // Proofpoint, versions 1 and 2, and version 3.
  { hosts: /^urldefense\.proofpoint\.com$/, read: ofProofpoint },
  { hosts: /^urldefense\.(?:com|us)$/, read: ofProofpoint },
  // Barracuda, Trend Micro, Symantec, Sophos, Slack.
  { hosts: /^linkprotect\.cudasvc\.com$/, read: (address) => ofQuery(address, ["a"]) },
  { hosts: /^[a-z0-9-]+\.trendmicro\.com$/, read: (address) => ofQuery(address, ["url"]) },
  { hosts: /^clicktime\.symantec\.com$/, read: (address) => ofQuery(address, ["u"]) },
  { hosts: /^(?:[a-z0-9-]+\.)?protection\.sophos\.com$/, read: ofSophos },
  { hosts: /^slack-redir\.net$/, read: (address) => ofQuery(address, ["url"]) },
  // FireEye, Vade, Check Point before it bought Avanan and after, EdgePilot, Libraesva, TitanHQ, GMX and Web.de.
  { hosts: /^protect\d?\.fireeye\.com$/, read: (address) => ofQuery(address, ["u"]) },
  { hosts: /^antiphishing\.vadesecure\.com$/, read: (address) => ofQuery(address, ["u"]) },
  { hosts: /^(?:avanan|checkpoint)\.url-protection\.com$/, read: (address) => ofQuery(address, ["o"]) },
  { hosts: /^link\.edgepilot\.com$/, read: (address) => ofQuery(address, ["u"]) },
  { hosts: /^urlsand\.esvalabs\.com$/, read: (address) => ofQuery(address, ["u"]) },
  { hosts: /^linklock\.titanhq\.com$/, read: (address) => ofQuery(address, ["url"]) },
  { hosts: /^deref-(?:gmx|web)\.[a-z]{2,3}$/, read: (address) => ofQuery(address, ["redirectUrl"]) },
  // Cisco and Avanan have it in the path.
  { hosts: /^secure-web\.cisco\.com$/, read: (address) => ofPath(address, /^\/[^/]+\/(https?(?:%3a|:).+)$/i) },
  {
    hosts: /^(?:url\.avanan\.click|protect\.checkpoint\.com)$/,
    read: (address) => ofText(address, /\/v2\/(?:[a-z0-9]+\/)?___(https?:.+?)___/i),
  },
];

/** Google's search is no wrapper elsewhere than at /url. */
export const isWrapper = (host: string): boolean =>
  !/^(?:www\.)?google\.com$/.test(host) && WRAPPERS.some(({ hosts }) => hosts.test(host));

/** Null where the address is no wrapper, or holds nothing that can be read. */
export function wrappedIn(address: Address): Wrapped | null {
  return WRAPPERS.find(({ hosts }) => hosts.test(address.host))?.read(address) ?? null;
}

function ofQuery({ query, hash }: Address, names: readonly string[]): Wrapped | null {
  const name = names.find((each) => query.has(each));
  if (name === undefined) return null;
  const values = new Set(query.getAll(name));
  const others = [...query].filter(([key]) => key !== name).map(([, value]) => value);
  return { target: values.size > 1 ? null : ([...values][0] ?? ""), others: [...others, hash] };
}

function ofPath({ path, query, hash }: Address, pattern: RegExp): Wrapped | null {
  const found = pattern.exec(path)?.[1];
  return found === undefined ? null : { target: decoded(found), others: [...query.values(), hash] };
}

function ofText({ text }: Address, pattern: RegExp): Wrapped | null {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? null : { target: found, others: [] };
}

/** https://help.proofpoint.com, "URL Defense decoder": version 2 writes "-" for "%" and "_" for "/", version 3 "*" for letters that follow in base64. */
function ofProofpoint(address: Address): Wrapped | null {
  if (address.path === "/v1/url") return ofQuery(address, ["u"]);
  if (address.path === "/v2/url") {
    const wrapped = ofQuery(address, ["u"]);
    if (wrapped === null || wrapped.target === null) return wrapped;
    return { ...wrapped, target: decoded(wrapped.target.replaceAll("-", "%").replaceAll("_", "/")) };
  }
  const [, target, letters = ""] = /\/v3\/__(.+?)__;([A-Za-z0-9_=-]*)!/.exec(address.text) ?? [];
  if (target === undefined) return null;
  return { target: withLetters(target, letters), others: [] };
}

/** "*" is one of the letters, "**A" to "**_" a run of two and more of them. */
function withLetters(text: string, encoded: string): string | null {
  const bytes = bytesOf(encoded);
  if (bytes === null) return null;
  const letters = Array.from(new TextDecoder().decode(bytes));
  let at = 0;
  return text.replace(/\*(?:\*([A-Za-z0-9_-]))?/g, (_mark, run?: string) => {
    const count = run === undefined ? 1 : RUNS.indexOf(run) + 2;
    at += count;
    return letters.slice(at - count, at).join("");
  });
}

const RUNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The address in base64 under "u". */
function ofSophos(address: Address): Wrapped | null {
  const wrapped = ofQuery(address, ["u"]);
  if (wrapped === null || wrapped.target === null) return wrapped;
  const bytes = bytesOf(wrapped.target.replace(/^https:\/\//, ""));
  return bytes === null ? null : { ...wrapped, target: new TextDecoder().decode(bytes) };
}

function bytesOf(base64: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(base64.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "")), (letter) =>
      letter.charCodeAt(0),
    );
  } catch {
    return null;
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
