import type * as z from "zod";
import { optional } from "#workers/config-values.ts";

/** The variables of Slack and Notion, as a part of workers/config.ts. */

export const COLLABORATION_VARIABLES = {
  SLACK_CLIENT_ID: optional,
  SLACK_CLIENT_SECRET: optional,
  SLACK_SIGNING_SECRET: optional,
  NOTION_CLIENT_ID: optional,
  NOTION_CLIENT_SECRET: optional,
};
type CollaborationVariables = z.infer<z.ZodObject<typeof COLLABORATION_VARIABLES>>;

/** Defaults of one machine: the stand-ins (workers/stand-ins/collaboration), which know these clients only. */
export const LOCAL_COLLABORATION = {
  SLACK_CLIENT_ID: "acta-local-slack",
  SLACK_CLIENT_SECRET: "acta-local-slack-secret",
  SLACK_SIGNING_SECRET: "acta-local-slack-signing-secret",
  NOTION_CLIENT_ID: "acta-local-notion",
  NOTION_CLIENT_SECRET: "acta-local-notion-secret",
};

type Client = {
  clientId: string;
  clientSecret: string;
  /** The origin of the stand-in; null means the real one. */
  localOrigin: string | null;
};

/** Null: it cannot be connected here. */
export type CollaborationConfig = {
  slack: (Client & { signingSecret: string }) | null;
  notion: Client | null;
};

const TOGETHER = [
  ["SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", "SLACK_SIGNING_SECRET"],
  ["NOTION_CLIENT_ID", "NOTION_CLIENT_SECRET"],
] as const;

/** Either all of a service's variables or none. */
export function collaborationProblems(values: CollaborationVariables): string[] {
  return TOGETHER.flatMap((names) =>
    names.some((name) => values[name]) ? names.filter((name) => !values[name]).map((name) => `${name} is missing`) : [],
  );
}

/** `localOrigin`: where the stand-ins answer; null: the real services. */
export function collaborationConfigOf(values: CollaborationVariables, localOrigin: string | null): CollaborationConfig {
  const { SLACK_CLIENT_ID, SLACK_CLIENT_SECRET, SLACK_SIGNING_SECRET, NOTION_CLIENT_ID, NOTION_CLIENT_SECRET } = values;
  return {
    slack:
      SLACK_CLIENT_ID && SLACK_CLIENT_SECRET && SLACK_SIGNING_SECRET
        ? {
            clientId: SLACK_CLIENT_ID,
            clientSecret: SLACK_CLIENT_SECRET,
            signingSecret: SLACK_SIGNING_SECRET,
            localOrigin,
          }
        : null,
    notion:
      NOTION_CLIENT_ID && NOTION_CLIENT_SECRET
        ? { clientId: NOTION_CLIENT_ID, clientSecret: NOTION_CLIENT_SECRET, localOrigin }
        : null,
  };
}

/** Origins that the form of a consent leads on to. Slack goes on to the workspace's own address. */
export function collaborationOrigins(values: CollaborationVariables, localOrigin: string | null): string[] {
  if (localOrigin !== null) return [];
  return [
    ...(values.SLACK_CLIENT_ID ? ["https://slack.com", "https://*.slack.com"] : []),
    ...(values.NOTION_CLIENT_ID ? ["https://api.notion.com", "https://www.notion.so", "https://app.notion.com"] : []),
  ];
}
