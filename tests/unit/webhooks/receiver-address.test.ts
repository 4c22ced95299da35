import { expect, test } from "vitest";
import { WEBHOOK_URL_CHARS_MAX } from "#app/domain/limits/deliveries.ts";
import { checkReceiver } from "#app/domain/webhooks/receiver-address.ts";

const RULES = { ownHost: "acta.example.org", localOrigin: null };
const LOCAL = { ...RULES, localOrigin: "http://127.0.0.1:8788" };

test.each([
  ["https://hooks.zapier.com/hooks/catch/1/a/", "https://hooks.zapier.com/hooks/catch/1/a/"],
  ["  https://Hooks.Example.com:443/a?b=c#d ", "https://hooks.example.com/a?b=c"],
  ["https://müller.example.com/", "https://xn--mller-kva.example.com/"],
  ["https://10.0.0.1.nip.example.com", "https://10.0.0.1.nip.example.com/"],
])("%s is accepted", (text, value) => {
  expect(checkReceiver(text, RULES)).toEqual({ ok: true, value });
});

test.each([
  ["", "no-address"],
  ["hooks.example.com/a", "no-address"],
  ["https://", "no-address"],
  ["https://256.256.256.256/", "no-address"],
  ["https://0x7f.0.0.0x100000000/", "no-address"],
  [`https://hooks.example.com/${"a".repeat(WEBHOOK_URL_CHARS_MAX)}`, "no-address"],
  ["http://hooks.example.com/", "not-https"],
  ["ftp://hooks.example.com/", "not-https"],
  ["javascript:alert(1)", "not-https"],
  ["file:///etc/passwd", "not-https"],
  ["data:text/plain,a", "not-https"],
  ["https://hooks.example.com:8443/", "other-port"],
  ["https://hooks.example.com:80/", "other-port"],
  ["https://user@hooks.example.com/", "with-user"],
  ["https://:secret@hooks.example.com/", "with-user"],
  ["https://hooks.example.com@127.0.0.1/", "with-user"],
  // The parser turns each of these into an address in its usual form.
  ["https://127.0.0.1/", "ip-address"],
  ["https://0x7f.1/", "ip-address"],
  ["https://0x7f000001/", "ip-address"],
  ["https://2130706433/", "ip-address"],
  ["https://0177.0.0.1/", "ip-address"],
  ["https://127.1/", "ip-address"],
  ["https://127.0.0.1./", "ip-address"],
  ["https://0/", "ip-address"],
  ["https://%31%32%37.0.0.1/", "ip-address"],
  ["https://１２７.0.0.1/", "ip-address"],
  ["https://①②⑦.0.0.1/", "ip-address"],
  ["https://169.254.169.254/latest/meta-data", "ip-address"],
  ["https://8.8.8.8/", "ip-address"],
  ["https://[::1]/", "ip-address"],
  ["https://[::ffff:127.0.0.1]/", "ip-address"],
  ["https://[::ffff:7f00:1]/", "ip-address"],
  ["https://[fd00::1]/", "ip-address"],
  ["https://[2606:4700::1111]/", "ip-address"],
  ["https://localhost/", "internal-name"],
  ["https://LOCALHOST/", "internal-name"],
  ["https://%6c%6fcalhost/", "internal-name"],
  ["https://localhost./", "internal-name"],
  ["https://acta.localhost/", "internal-name"],
  ["https://intranet/", "internal-name"],
  ["https://printer.local/", "internal-name"],
  ["https://metadata.google.internal/", "internal-name"],
  ["https://metadata.google.internal./", "internal-name"],
  ["https://nas.home.arpa/", "internal-name"],
  ["https://files.corp/", "internal-name"],
  ["https://router.lan/", "internal-name"],
  ["https://a.onion/", "internal-name"],
  ["https://a..example.com/", "internal-name"],
  ["https://acta.example.org/api/acta/user/delete", "own-address"],
  ["https://ACTA.example.org./", "own-address"],
  // Only where a stand-in is configured.
  ["http://127.0.0.1:8788/hooks", "not-https"],
])("%s is refused: %s", (text, reason) => {
  expect(checkReceiver(text, RULES)).toEqual({ ok: false, reason });
});

test.each([
  ["http://127.0.0.1:8788/hooks", { ok: true, value: "http://127.0.0.1:8788/hooks" }],
  ["http://127.0.0.1:8789/hooks", { ok: false, reason: "not-https" }],
  ["http://user@127.0.0.1:8788/hooks", { ok: false, reason: "with-user" }],
  ["https://127.0.0.1:8788/hooks", { ok: false, reason: "other-port" }],
])("beside a local stand-in %s is decided by its whole origin", (text, outcome) => {
  expect(checkReceiver(text, LOCAL)).toEqual(outcome);
});
