import { CLIP_READ_TOOLS, CLIP_WRITE_TOOLS } from "#app/server/mcp/clip-tools.ts";
import { READ_TOOLS } from "#app/server/mcp/read-tools.ts";
import type { Tool } from "#app/server/mcp/tool.ts";
import { WRITE_TOOLS } from "#app/server/mcp/write-tools.ts";

export const TOOLS: readonly Tool[] = [...READ_TOOLS, ...CLIP_READ_TOOLS, ...WRITE_TOOLS, ...CLIP_WRITE_TOOLS];
