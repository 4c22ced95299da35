/**
 * The network of a request, as Cloudflare reports it (clients cannot forge it: Cloudflare overwrites the header), or null when
 * Cloudflare is not in front. One household or one rented server has a whole /64 of IPv6, so a /64 counts as one network.
 */
export function clientNetwork(request: Request): string | null {
  const address = request.headers.get("CF-Connecting-IP");
  if (!address) return null;
  return address.includes(":") ? firstGroups(address) : address;
}

const IPV6_GROUPS = 8;
const NETWORK_GROUPS = 4;

function firstGroups(address: string): string {
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const zeros = tail === undefined ? 0 : Math.max(0, IPV6_GROUPS - before.length - after.length);
  const whole = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return whole
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
