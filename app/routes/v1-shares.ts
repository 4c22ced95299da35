import { v1ListShares as list } from "#app/contracts/endpoints/public.ts";
import {
  v1ChangeShare as change,
  v1CreateShare as create,
  v1RevokeShare as revoke,
} from "#app/contracts/endpoints/public-changes.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { checkIfMatch } from "#app/server/http/entity-tag.ts";
import { asShares } from "#app/server/programs/read-meeting.ts";
import { changeShare, readShare, revokeShare, shareMeeting } from "#app/server/sharing/share-meeting.ts";

/** /api/v1/meetings/:meetId/shares: the link of a meeting. */
export const loader = apiRoutes(
  apiRoute(list, async ({ params, services, actor }) => asShares(await readShare(services, { actor, ...params }))),
  apiRoute(create, async ({ params, services, actor }) => asShares(await shareMeeting(services, { actor, ...params }))),
  apiRoute(change, async ({ request, params, services, actor, body }) => {
    const now = asShares(await readShare(services, { actor, ...params }));
    if (!now.ok) return now;
    if (now.value.shares.length === 0) return refused("not-found");
    const held = await checkIfMatch(request, now.value, "needed");
    return held.ok ? asShares(await changeShare(services, { actor, ...params }, body)) : held;
  }),
  apiRoute(revoke, async ({ params, services, actor }) => {
    const revoked = await revokeShare(services, { actor, ...params });
    return revoked.ok ? ok(null) : revoked;
  }),
);
export const action = loader;
