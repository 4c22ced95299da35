import { DurableObject } from "cloudflare:workers";
import type { Env } from "#workers/config.ts";

export class MeetingObject extends DurableObject<Env> {}
