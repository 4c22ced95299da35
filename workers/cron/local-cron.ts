import type { Config } from "#workers/config.ts";

/** Path that the local supervisor requests instead of the cron trigger, which `wrangler dev` never fires. */
const LOCAL_CRON_PATH = "/_local/cron";

/** Always false in production, where Cloudflare calls `scheduled`. */
export function isLocalCron(request: Request, config: Config): boolean {
  return (
    config.app.environment === "local" && request.method === "POST" && new URL(request.url).pathname === LOCAL_CRON_PATH
  );
}
