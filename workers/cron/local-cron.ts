import type { Config } from "#workers/config.ts";

/** Where the supervisor of one machine plays the cron trigger, which `wrangler dev` never fires. */
const LOCAL_CRON_PATH = "/_local/cron";

/** In production it does not exist: Cloudflare calls `scheduled` there. */
export function isLocalCron(request: Request, config: Config): boolean {
  return (
    config.app.environment === "local" && request.method === "POST" && new URL(request.url).pathname === LOCAL_CRON_PATH
  );
}
