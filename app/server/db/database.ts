import { drizzle } from "drizzle-orm/d1";
import * as calendarSchema from "#app/server/db/schema-calendars.ts";
import * as schema from "#app/server/db/schema.ts";

/** D1 through drizzle. No interactive transactions there: what belongs together goes into one `batch`. */
export function openDatabase(binding: D1Database) {
  return drizzle(binding, { schema: { ...schema, ...calendarSchema }, casing: "snake_case" });
}

export type Database = ReturnType<typeof openDatabase>;
