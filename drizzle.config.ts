import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: ["./app/server/db/schema.ts", "./app/server/db/schema-calendars.ts"],
  out: "./migrations",
  casing: "snake_case",
});
