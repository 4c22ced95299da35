import { apiRoute } from "#app/server/http/api-route.ts";
import { listUploads } from "#app/server/uploads/list-uploads.ts";

/** GET /api/acta/uploads: what was begun in parts and waits for its file. */
export const loader = apiRoute({
  methods: ["GET", "HEAD"],
  who: "user",
  rate: { limit: "poll", counted: "uploads" },
  failure: "error.loadingData",
  answer: ({ services, actor }) => listUploads(services, actor),
});
export const action = loader;
