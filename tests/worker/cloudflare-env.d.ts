declare namespace Cloudflare {
  interface Env {
    DB: D1Database;
    RECORDINGS: R2Bucket;
    MEETINGS: DurableObjectNamespace<import("#workers/meeting/meeting-object.ts").MeetingObject>;
    CALLS: DurableObjectNamespace<import("#workers/call/call-object.ts").CallObject>;
    TEST_MIGRATIONS: Parameters<typeof import("cloudflare:test").applyD1Migrations>[1];
  }
  interface GlobalProps {
    mainModule: typeof import("#workers/entry.ts");
    durableNamespaces: "MeetingObject" | "CallObject";
  }
}
