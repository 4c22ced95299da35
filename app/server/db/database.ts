import { drizzle } from "drizzle-orm/d1";
import * as account from "#app/server/db/schema-account.ts";
import * as billing from "#app/server/db/schema-billing.ts";
import * as calendars from "#app/server/db/schema-calendars.ts";
import * as connections from "#app/server/db/schema-connections.ts";
import * as keys from "#app/server/db/schema-keys.ts";
import * as mail from "#app/server/db/schema-mail.ts";
import * as teams from "#app/server/db/schema-teams.ts";
import * as templates from "#app/server/db/schema-templates.ts";
import * as usage from "#app/server/db/schema-usage.ts";
import * as webhooks from "#app/server/db/schema-webhooks.ts";
import * as meetings from "#app/server/db/schema.ts";

/** D1 through drizzle. No interactive transactions there: what belongs together goes into one `batch`. */
export function openDatabase(binding: D1Database) {
  return drizzle(binding, {
    schema: {
      ...account,
      ...billing,
      ...calendars,
      ...connections,
      ...keys,
      ...mail,
      ...meetings,
      ...teams,
      ...templates,
      ...usage,
      ...webhooks,
    },
    casing: "snake_case",
  });
}

export type Database = ReturnType<typeof openDatabase>;
