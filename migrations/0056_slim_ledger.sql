DROP TABLE `recordings`;--> statement-breakpoint
-- Written by hand: WITHOUT ROWID, the order of the copy, and the triggers, which go with their table.
CREATE TABLE `__new_usage_ledger` (
	`workspace_id` text NOT NULL,
	`meet_id` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`reserved_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `meet_id`, `kind`),
	CONSTRAINT "usage_ledger_state" CHECK("__new_usage_ledger"."state" in ('reserved', 'counted', 'released')),
	CONSTRAINT "usage_ledger_kind" CHECK("__new_usage_ledger"."kind" in ('upload', 'recording'))
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_usage_ledger`("workspace_id", "meet_id", "kind", "state", "reason", "reserved_at", "updated_at") SELECT "workspace_id", "meet_id", "kind", "state", "reason", "reserved_at", "updated_at" FROM `usage_ledger` ORDER BY "workspace_id", "meet_id", "kind";--> statement-breakpoint
DROP TABLE `usage_ledger`;--> statement-breakpoint
ALTER TABLE `__new_usage_ledger` RENAME TO `usage_ledger`;--> statement-breakpoint
CREATE INDEX `usage_ledger_reserved` ON `usage_ledger` (`reserved_at`) WHERE "usage_ledger"."state" = 'reserved';--> statement-breakpoint
CREATE INDEX `usage_ledger_held` ON `usage_ledger` (`workspace_id`,`reserved_at`) WHERE "usage_ledger"."state" = 'reserved';--> statement-breakpoint
DROP INDEX `meetings_series`;--> statement-breakpoint
DROP INDEX `meetings_creator_starts`;--> statement-breakpoint
DROP INDEX `meetings_template`;--> statement-breakpoint
CREATE INDEX `meetings_starts` ON `meetings` (`workspace_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `meetings_recording` ON `meetings` (`recording_id`) WHERE "meetings"."recording_id" is not null and "meetings"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_template` ON `meetings` (`template_id`) WHERE "meetings"."template_id" is not null;--> statement-breakpoint
CREATE TRIGGER `usage_counts_insert` AFTER INSERT ON `usage_ledger` WHEN NEW.state = 'counted'
BEGIN
  INSERT INTO usage_counts (workspace_id, kind, counted) VALUES (NEW.workspace_id, NEW.kind, 1)
  ON CONFLICT (workspace_id, kind) DO UPDATE SET counted = counted + 1;
END;--> statement-breakpoint
CREATE TRIGGER `usage_counts_delete` AFTER DELETE ON `usage_ledger` WHEN OLD.state = 'counted'
BEGIN
  UPDATE usage_counts SET counted = counted - 1 WHERE workspace_id = OLD.workspace_id AND kind = OLD.kind;
END;--> statement-breakpoint
CREATE TRIGGER `usage_counts_update` AFTER UPDATE OF `state`, `workspace_id`, `kind` ON `usage_ledger`
WHEN (OLD.workspace_id, OLD.kind, OLD.state = 'counted') <> (NEW.workspace_id, NEW.kind, NEW.state = 'counted')
BEGIN
  UPDATE usage_counts SET counted = counted - 1
  WHERE OLD.state = 'counted' AND workspace_id = OLD.workspace_id AND kind = OLD.kind;
  INSERT INTO usage_counts (workspace_id, kind, counted)
  SELECT NEW.workspace_id, NEW.kind, 1 WHERE NEW.state = 'counted'
  ON CONFLICT (workspace_id, kind) DO UPDATE SET counted = counted + 1;
END;
