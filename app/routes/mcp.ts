import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { answerMcp } from "#app/server/mcp/answer-mcp.ts";

/** POST /mcp */
export const loader = ({ request, context: { services } }: ActionFunctionArgs) => answerMcp(request, services);
export const action = loader;
