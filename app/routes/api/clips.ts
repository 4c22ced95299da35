import * as clips from "#app/contracts/endpoints/clips.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { asksForFile, sendFile } from "#app/server/http/send-file.ts";
import { changeClip, createClip, listClips, restoreClip, revokeClip } from "#app/server/sharing/change-clips.ts";
import { oembedOf } from "#app/server/sharing/oembed.ts";
import { downloadClip, playClip } from "#app/server/sharing/play-clip.ts";

/** Clips of a meeting, their files, and what other services show of their links. */
export const clipRoutes: readonly ApiRoute[] = [
  apiRoute(clips.listClips, ({ params, services, actor }) => listClips(services, { actor, ...params })),
  apiRoute(clips.createClip, ({ params, services, actor, body }) => createClip(services, { actor, ...params }, body)),
  apiRoute(clips.changeClip, ({ params, services, actor, body }) => changeClip(services, { actor, ...params }, body)),
  apiRoute(clips.revokeClip, ({ params, services, actor }) => revokeClip(services, { actor, ...params })),
  apiRoute(clips.restoreClip, ({ params, services, actor }) => restoreClip(services, { actor, ...params })),
  apiRoute(clips.downloadClip, async ({ request, params, services, actor }) =>
    sendFile(request, await downloadClip(services, { actor, ...params })),
  ),
  apiRoute(clips.playClip, async ({ request, params, services }) =>
    sendFile(request, await playClip(services, { token: params.token, asFile: asksForFile(request) })),
  ),
  apiRoute(clips.readOembed, ({ request, services }) => oembedOf(services, new URL(request.url).searchParams)),
];
