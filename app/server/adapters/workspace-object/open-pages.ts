import { personalWorkspaceOf, type UserId } from "#app/domain/ids.ts";
import { faultOf, type Log } from "#app/server/log.ts";
import { type OpenPages, type OpenPagesStub, SESSION_HASH_HEADER } from "#app/server/ports/open-pages.ts";

/** The open pages of a person are kept by the object of their workspace. `stubOf` makes its stub (workers/compose/objects.ts). */
export function openPagesOf(stubOf: (workspaceId: string) => OpenPagesStub, log: Log): OpenPages {
  const of = (userId: string) => stubOf(personalWorkspaceOf(userId as UserId));
  return {
    // A new request: nothing that the page sent reaches the object, its cookie least of all.
    connect: (userId, sessionHash, { url }) =>
      of(userId).fetch(new Request(url, { headers: { Upgrade: "websocket", [SESSION_HASH_HEADER]: sessionHash } })),
    close: (userId, sessionHash) => of(userId).closePages(sessionHash),
    async tell(userId) {
      try {
        await of(userId).tellPages();
      } catch (error) {
        log("pages.untold", { userId, error: faultOf(error) });
      }
    },
  };
}
