import * as z from "zod";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { ask, parsed } from "#app/server/adapters/collaboration/ask.ts";
import type { NotionSettings } from "#app/server/adapters/collaboration/notion.ts";
import type { NotionRefusal } from "#app/server/ports/notion.ts";

/** https://developers.notion.com/reference/versioning: the version in which databases have data sources. */
const VERSION = "2025-09-03";

const failure = z.object({ code: z.string() });

type Missing = "no-database" | "no-page";
type Call = { method: "GET" | "POST" | "PATCH" | "DELETE"; path: string; body?: object; signal?: AbortSignal };

export function requestNotion(
  { localOrigin }: Pick<NotionSettings, "localOrigin">,
  authorization: string,
  { method, path, body, signal }: Call,
) {
  return ask({
    service: "notion",
    url: `${localOrigin === null ? "https://api.notion.com" : `${localOrigin}/notion`}/v1/${path}`,
    signal,
    init: {
      method,
      headers: {
        Accept: "application/json",
        Authorization: authorization,
        "Notion-Version": VERSION,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  });
}

export type NotionCall = ReturnType<typeof notionCalls>;

/** Calls with the token of a workspace. */
export function notionCalls(settings: Pick<NotionSettings, "localOrigin">) {
  /** `missing`: the thing that is gone where Notion answers 404, or that its address is not valid. */
  return async <Schema extends z.ZodType>(
    token: string,
    schema: Schema,
    asked: Call & { missing: Missing },
  ): Promise<Outcome<z.output<Schema>, NotionRefusal>> => {
    const answer = await requestNotion(settings, `Bearer ${token}`, asked);
    if (answer.status === 401) return refused("reconnect");
    if (answer.status >= 400) return refused(refusalOf(answer, asked.missing));
    return ok(parsed({ service: "notion", ...answer }, schema));
  };
}

function refusalOf({ status, body }: { status: number; body: unknown }, missing: Missing): NotionRefusal {
  const code = failure.safeParse(body).data?.code;
  if (status === 404 || code === "object_not_found") return missing;
  if (status === 403 || code === "restricted_resource") return missing;
  // A property that was deleted or changed its type, or a page in the trash.
  return code === "validation_error" ? missing : "refused";
}
