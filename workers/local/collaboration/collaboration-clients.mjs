/** The clients of the stand-ins. The Worker of one machine knows them too (workers/collaboration-config.ts). */
export const SLACK_CLIENT = { id: "acta-local-slack", secret: "acta-local-slack-secret" };
export const NOTION_CLIENT = { id: "acta-local-notion", secret: "acta-local-notion-secret" };
export const SLACK_SIGNING_SECRET = "acta-local-slack-signing-secret";
