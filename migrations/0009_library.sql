CREATE TABLE `mail_addresses` (
	`user_id` text PRIMARY KEY NOT NULL,
	`email` text,
	`confirmed_at` integer,
	`asked` text,
	`token_hash` text,
	`asked_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`sends` integer NOT NULL,
	`sends_since` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mail_addresses_token` ON `mail_addresses` (`token_hash`);--> statement-breakpoint
CREATE INDEX `mail_addresses_asked` ON `mail_addresses` (`asked`);--> statement-breakpoint
ALTER TABLE `meeting_counts` ADD `duration_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The length of a person's recordings, kept as the counts are (0006).
UPDATE meeting_counts SET duration_ms = (
  SELECT coalesce(sum(m.duration_ms), 0) FROM meetings AS m
  WHERE m.workspace_id = meeting_counts.workspace_id AND m.created_by = meeting_counts.created_by
    AND m.status_group = meeting_counts.status_group AND m.deleted_at IS NULL
);--> statement-breakpoint
DROP TRIGGER `meeting_counts_insert`;--> statement-breakpoint
DROP TRIGGER `meeting_counts_delete`;--> statement-breakpoint
DROP TRIGGER `meeting_counts_update`;--> statement-breakpoint
CREATE TRIGGER `meeting_counts_insert` AFTER INSERT ON `meetings` WHEN NEW.deleted_at IS NULL
BEGIN
  INSERT INTO meeting_counts (workspace_id, created_by, status_group, count, duration_ms)
  VALUES (NEW.workspace_id, NEW.created_by, NEW.status_group, 1, coalesce(NEW.duration_ms, 0))
  ON CONFLICT (workspace_id, created_by, status_group)
  DO UPDATE SET count = count + 1, duration_ms = duration_ms + excluded.duration_ms;
END;--> statement-breakpoint
CREATE TRIGGER `meeting_counts_delete` AFTER DELETE ON `meetings` WHEN OLD.deleted_at IS NULL
BEGIN
  UPDATE meeting_counts SET count = count - 1, duration_ms = duration_ms - coalesce(OLD.duration_ms, 0)
  WHERE workspace_id = OLD.workspace_id AND created_by = OLD.created_by AND status_group = OLD.status_group;
END;--> statement-breakpoint
CREATE TRIGGER `meeting_counts_update`
AFTER UPDATE OF `status`, `deleted_at`, `workspace_id`, `created_by`, `duration_ms` ON `meetings`
WHEN (OLD.workspace_id, OLD.created_by, OLD.status_group, OLD.deleted_at IS NULL, coalesce(OLD.duration_ms, 0))
  <> (NEW.workspace_id, NEW.created_by, NEW.status_group, NEW.deleted_at IS NULL, coalesce(NEW.duration_ms, 0))
BEGIN
  UPDATE meeting_counts SET count = count - 1, duration_ms = duration_ms - coalesce(OLD.duration_ms, 0)
  WHERE OLD.deleted_at IS NULL
    AND workspace_id = OLD.workspace_id AND created_by = OLD.created_by AND status_group = OLD.status_group;
  INSERT INTO meeting_counts (workspace_id, created_by, status_group, count, duration_ms)
  SELECT NEW.workspace_id, NEW.created_by, NEW.status_group, 1, coalesce(NEW.duration_ms, 0)
  WHERE NEW.deleted_at IS NULL
  ON CONFLICT (workspace_id, created_by, status_group)
  DO UPDATE SET count = count + 1, duration_ms = duration_ms + excluded.duration_ms;
END;
