import { cleanName } from "#app/domain/clean-name.ts";
import { RULE_OFFERS_MAX, RULE_VALUE_CHARS_MAX } from "#app/domain/limits/folders.ts";
import { parseMailAddress } from "#app/domain/mail/mail-settings.ts";
import { titleKeyOf } from "#app/domain/meeting/list.ts";

/** A rule for new meetings looks for the domain or the address of somebody who is invited, or for words of the title. */
export const RULE_KINDS = ["domain", "address", "title"] as const;
export type RuleKind = (typeof RULE_KINDS)[number];
export type RuleTest = { kind: RuleKind; value: string };

/** The facts of a meeting when it is made. `people`: the addresses of those who are invited. */
export type NewMeeting = { title: string; people: readonly string[] };

/** The value of a rule as it is stored; null where it is no such value. */
export function parseRuleValue({ kind, value }: RuleTest): string | null {
  const text = cleanName(value).toLowerCase();
  if (text.length > RULE_VALUE_CHARS_MAX) return null;
  if (kind === "title") return titleKeyOf(text) === "" ? null : titleKeyOf(text);
  if (kind === "address") return parseMailAddress(text);
  const domain = text.replace(/^@/, "");
  return /^[^\s@.]+(?:\.[^\s@.]+)+$/.test(domain) ? domain : null;
}

export function ruleFits({ kind, value }: RuleTest, { title, people }: NewMeeting): boolean {
  if (kind === "title") return ` ${titleKeyOf(title)} `.includes(` ${value} `);
  const addresses = people.map((address) => address.trim().toLowerCase());
  return addresses.some((address) => (kind === "address" ? address : domainOf(address)) === value);
}

/** Of several rules that fit: an address says more than a domain, and a title may be anybody's. Of two of a kind, the longer value. */
export function bestFirst<Rule extends RuleTest>(rules: readonly Rule[]): Rule[] {
  const rank: Record<RuleKind, number> = { address: 0, domain: 1, title: 2 };
  return rules.toSorted((one, other) => rank[one.kind] - rank[other.kind] || other.value.length - one.value.length);
}

/** Domains at which everybody can have an address: a rule for one would be for strangers. */
const PUBLIC_DOMAINS: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com hotmail.es hotmail.fr live.com msn.com yahoo.com yahoo.es yahoo.fr icloud.com me.com
    proton.me protonmail.com aol.com gmx.com gmx.de gmx.net web.de orange.fr free.fr laposte.net wanadoo.fr telefonica.net`.split(
    /\s+/,
  ),
);

/** The rules that are offered when a meeting is moved: by those who are invited from elsewhere, the most frequent domain first, else by its title. */
export function rulesToOffer({ title, people }: NewMeeting, own: string | null): RuleTest[] {
  const ownAddress = own?.trim().toLowerCase() ?? "";
  const ownDomain = domainOf(ownAddress);
  const others = people.map((address) => address.trim().toLowerCase()).filter((address) => address !== ownAddress);
  const counts = new Map<string, RuleTest & { count: number }>();
  for (const address of others) {
    const domain = domainOf(address);
    if (domain === "") continue;
    const isPublic = PUBLIC_DOMAINS.has(domain);
    if (domain === ownDomain && !isPublic) continue;
    const test: RuleTest = isPublic ? { kind: "address", value: address } : { kind: "domain", value: domain };
    const known = counts.get(test.value);
    counts.set(test.value, { ...test, count: (known?.count ?? 0) + 1 });
  }
  const byPeople = [...counts.values()]
    .toSorted((one, other) => other.count - one.count)
    .map(({ kind, value }): RuleTest => ({ kind, value }));
  const titled: RuleTest = { kind: "title", value: titleKeyOf(title) };
  return [...byPeople.slice(0, RULE_OFFERS_MAX - 1), ...(titled.value === "" ? [] : [titled])];
}

function domainOf(address: string): string {
  const at = address.lastIndexOf("@");
  return at === -1 ? "" : address.slice(at + 1);
}
