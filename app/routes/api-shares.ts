import { shareChange } from "#app/contracts/share-change.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { changeShare, readShare, revokeShare, shareMeeting } from "#app/server/sharing/share-meeting.ts";

/** /api/acta/meetings/:meetId/shares: GET how it stands, POST a link, PATCH what it shows, DELETE it. */
const METHODS = ["GET", "HEAD", "POST", "PATCH", "DELETE"] as const;

const plain = apiRoute({
  methods: METHODS,
  who: "user",
  rate: { limit: "retry", counted: "share" },
  failure: "error.somethingWrong",
  answer: ({ request, params, services, actor }) => {
    const asked = { actor, meetId: params.meetId };
    if (request.method === "POST") return shareMeeting(services, asked);
    return request.method === "DELETE" ? revokeShare(services, asked) : readShare(services, asked);
  },
});

const change = apiRoute({
  methods: METHODS,
  who: "user",
  rate: { limit: "retry", counted: "share" },
  body: shareChange,
  failure: "error.somethingWrong",
  answer: ({ params, services, actor, body }) => changeShare(services, { actor, meetId: params.meetId }, body),
});

export const loader = plain;
export const action: typeof plain = (route) => (route.request.method === "PATCH" ? change(route) : plain(route));
