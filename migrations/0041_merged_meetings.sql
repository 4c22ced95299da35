ALTER TABLE `meetings` ADD `merged_into` text;--> statement-breakpoint
CREATE INDEX `meetings_merged` ON `meetings` (`merged_into`) WHERE "meetings"."merged_into" is not null;--> statement-breakpoint
-- Written by hand: a meeting that is a part of another counts in no list (0009).
DROP TRIGGER `meeting_counts_insert`;--> statement-breakpoint
DROP TRIGGER `meeting_counts_delete`;--> statement-breakpoint
DROP TRIGGER `meeting_counts_update`;--> statement-breakpoint
CREATE TRIGGER `meeting_counts_insert` AFTER INSERT ON `meetings` WHEN NEW.deleted_at IS NULL AND NEW.merged_into IS NULL
BEGIN
  INSERT INTO meeting_counts (workspace_id, created_by, status_group, count, duration_ms)
  VALUES (NEW.workspace_id, NEW.created_by, NEW.status_group, 1, coalesce(NEW.duration_ms, 0))
  ON CONFLICT (workspace_id, created_by, status_group)
  DO UPDATE SET count = count + 1, duration_ms = duration_ms + excluded.duration_ms;
END;--> statement-breakpoint
CREATE TRIGGER `meeting_counts_delete` AFTER DELETE ON `meetings` WHEN OLD.deleted_at IS NULL AND OLD.merged_into IS NULL
BEGIN
  UPDATE meeting_counts SET count = count - 1, duration_ms = duration_ms - coalesce(OLD.duration_ms, 0)
  WHERE workspace_id = OLD.workspace_id AND created_by = OLD.created_by AND status_group = OLD.status_group;
END;--> statement-breakpoint
CREATE TRIGGER `meeting_counts_update`
AFTER UPDATE OF `status`, `deleted_at`, `merged_into`, `workspace_id`, `created_by`, `duration_ms` ON `meetings`
WHEN (OLD.workspace_id, OLD.created_by, OLD.status_group, OLD.deleted_at IS NULL AND OLD.merged_into IS NULL, coalesce(OLD.duration_ms, 0))
  <> (NEW.workspace_id, NEW.created_by, NEW.status_group, NEW.deleted_at IS NULL AND NEW.merged_into IS NULL, coalesce(NEW.duration_ms, 0))
BEGIN
  UPDATE meeting_counts SET count = count - 1, duration_ms = duration_ms - coalesce(OLD.duration_ms, 0)
  WHERE OLD.deleted_at IS NULL AND OLD.merged_into IS NULL
    AND workspace_id = OLD.workspace_id AND created_by = OLD.created_by AND status_group = OLD.status_group;
  INSERT INTO meeting_counts (workspace_id, created_by, status_group, count, duration_ms)
  SELECT NEW.workspace_id, NEW.created_by, NEW.status_group, 1, coalesce(NEW.duration_ms, 0)
  WHERE NEW.deleted_at IS NULL AND NEW.merged_into IS NULL
  ON CONFLICT (workspace_id, created_by, status_group)
  DO UPDATE SET count = count + 1, duration_ms = duration_ms + excluded.duration_ms;
END;
