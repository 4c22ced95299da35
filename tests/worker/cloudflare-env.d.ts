declare namespace Cloudflare {
  interface Env {
    DB: D1Database;
    RECORDINGS: R2Bucket;
    MEETINGS: DurableObjectNamespace<import("#workers/meeting/meeting-object.ts").MeetingObject>;
    TEST_MIGRATIONS: Parameters<typeof import("cloudflare:test").applyD1Migrations>[1];
  }
  interface GlobalProps {
    mainModule: typeof import("#workers/entry.ts");
    durableNamespaces: "MeetingObject";
  }
}
