declare namespace Cloudflare {
  interface Env {
    DB: D1Database;
    RECORDINGS: R2Bucket;
    MEETINGS: DurableObjectNamespace<import("#workers/meeting/meeting-object.ts").MeetingObject>;
    CALLS: DurableObjectNamespace<import("#workers/call/call-object.ts").CallObject>;
    WORKSPACES: DurableObjectNamespace<import("#workers/workspace/workspace-object.ts").WorkspaceObject>;
    CALENDARS: DurableObjectNamespace<import("#workers/calendar/calendar-account-object.ts").CalendarAccountObject>;
    TEST_MIGRATIONS: Parameters<typeof import("cloudflare:test").applyD1Migrations>[1];
  }
  interface GlobalProps {
    mainModule: typeof import("#tests/worker/entry.ts");
    durableNamespaces: "MeetingObject" | "CallObject" | "WorkspaceObject" | "CalendarAccountObject";
  }
}
