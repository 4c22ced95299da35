import { expect, test } from "vitest";
import { clientNetwork } from "#app/server/http/client-network.ts";

const networkOf = (address: string | null) =>
  clientNetwork(
    new Request("https://acta.example", { headers: address === null ? {} : { "CF-Connecting-IP": address } }),
  );

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["2001:db8:1:2::", "2001:db8:1:2"],
  ["::1", "0:0:0:0"],
])("%s counts as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("two addresses of one household are one network, those of two are not", () => {
  expect(networkOf("2001:db8:1:2::1")).toBe(networkOf("2001:db8:1:2:ffff::2"));
  expect(networkOf("2001:db8:1:2::1")).not.toBe(networkOf("2001:db8:1:3::1"));
});

test.each([[null], [""]])("without a front that says so (%j) there is none", (address) => {
  expect(networkOf(address)).toBeNull();
});

test.each(["::", ":::::::::", "1::2::3", "not an address", "a:b"])(
  "%j is taken as it is, without a fault",
  (address) => {
    expect(typeof networkOf(address)).toBe("string");
  },
);
