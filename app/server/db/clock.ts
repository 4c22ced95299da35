import { sql } from "drizzle-orm";

/** D1's clock in ms. */
export const NOW_SQL = sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
