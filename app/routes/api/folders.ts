import * as folders from "#app/contracts/endpoints/folders.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { parseMeetId } from "#app/domain/ids.ts";
import { ok, type Outcome } from "#app/domain/outcome.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { arrangeMeetings } from "#app/server/folders/arrange-meetings.ts";
import { addRule, changeFolder, deleteFolder, removeRule } from "#app/server/folders/change-folders.ts";
import { readFolders } from "#app/server/folders/read-folders.ts";
import type { Services } from "#app/server/services.ts";

/** Folders, tags, archive and rules. */
export const folderRoutes: readonly ApiRoute[] = [
  apiRoute(folders.readFolders, async ({ request, services, actor }) => {
    const meetId = parseMeetId(new URL(request.url).searchParams.get("meeting") ?? undefined);
    return ok(await readFolders(services, actor, meetId));
  }),
  apiRoute(folders.arrangeMeetings, ({ services, actor, body }) => arrangeMeetings(services, actor, body)),
  apiRoute(folders.changeFolder, async ({ services, actor, params, body }) =>
    after(await changeFolder(services, actor, { ...body, folderId: params.folderId }), services, actor),
  ),
  apiRoute(folders.deleteFolder, async ({ services, actor, params }) =>
    after(await deleteFolder(services, actor, params.folderId), services, actor),
  ),
  apiRoute(folders.addFolderRule, async ({ services, actor, body }) =>
    after(await addRule(services, actor, body), services, actor),
  ),
  apiRoute(folders.deleteFolderRule, async ({ services, actor, params }) =>
    after(await removeRule(services, actor, params.ruleId), services, actor),
  ),
];

/** A change answers with all as it is then. */
async function after<Reason extends string>(changed: Outcome<null, Reason>, services: Services, actor: PersonActor) {
  return changed.ok ? ok(await readFolders(services, actor, null)) : changed;
}
