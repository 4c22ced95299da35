import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

// The files share a workerd: objects, their alarms, rows and files of the one before are gone before the next begins.
await reset();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
