import { uploadLongMeeting } from "#tests/bench/meeting-page/upload-long-meeting.ts";
import { expect, test } from "#tests/e2e/acta-test.ts";
import { fetchedBytes } from "#tests/support/fetched-bytes.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { shareMeeting } from "#tests/support/share-meeting.ts";
import { SHARED_PAGE_BYTES_MAX } from "#tests/support/page-weight.ts";

/** An hour with a line each five seconds; `tests/bench/shared-page` weighs an hour of real talk. */
const HOUR = { cues: 720, durationMs: 60 * 60_000 };

test("the shared page of an hour of talk is within its limit with all that a browser fetches, and needs no font", async ({
  origin,
  pageOfAnother,
}) => {
  test.setTimeout(90_000);
  const { cookie } = await localSignIn({ appOrigin: origin });
  const meetId = await uploadLongMeeting({ origin, cookie, title: "An hour of everything", ...HOUR });
  const path = await shareMeeting({ origin, meetId, cookie });
  const reader = await pageOfAnother();
  const fetched = await fetchedBytes(reader, `${origin}${path}`);
  expect(await reader.locator(".turn").count()).toBeGreaterThan(100);
  expect(fetched.map(({ path: each }) => each)).toEqual([path, "/favicon.svg"]);
  expect(fetched.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(SHARED_PAGE_BYTES_MAX);
});
