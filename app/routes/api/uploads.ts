import * as imports from "#app/contracts/endpoints/imports.ts";
import * as uploads from "#app/contracts/endpoints/uploads.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { finishUpload } from "#app/server/meetings/finish-upload.ts";
import { findImports, importMeeting } from "#app/server/meetings/import-meeting.ts";
import { startUpload } from "#app/server/meetings/start-upload.ts";
import { cancelUpload } from "#app/server/uploads/cancel-upload.ts";
import { listUploads } from "#app/server/uploads/list-uploads.ts";
import { signParts } from "#app/server/uploads/parts.ts";
import { signSound } from "#app/server/uploads/sign-sound.ts";

/** Uploads, imports, and recordings in parts. */
export const uploadRoutes: readonly ApiRoute[] = [
  apiRoute(uploads.startUpload, ({ services, actor, user, body }) => startUpload(services, { actor, user }, body)),
  apiRoute(uploads.finishUpload, ({ services, actor, user, body }) => finishUpload(services, { actor, user }, body)),
  apiRoute(uploads.signParts, ({ services, actor, body }) => signParts(services, actor, body)),
  apiRoute(uploads.signSound, ({ services, actor, user, body }) => signSound(services, { actor, user }, body)),
  apiRoute(imports.importTranscript, ({ services, actor, user, body }) =>
    importMeeting(services, { actor, user }, body),
  ),
  apiRoute(imports.findImports, ({ services, actor, body }) => findImports(services, actor, body.digests)),
  apiRoute(uploads.listUploads, ({ services, actor }) => listUploads(services, actor)),
  apiRoute(uploads.cancelUpload, ({ params, services, actor }) => cancelUpload(services, actor, params.meetId)),
];
