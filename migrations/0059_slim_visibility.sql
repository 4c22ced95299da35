DROP INDEX `meeting_visibility_starts`;--> statement-breakpoint
-- Written by hand: the triggers name the columns. Only people who are named have the meeting's place in their rows from here on.
DROP TRIGGER `meeting_visibility_place`;--> statement-breakpoint
DROP TRIGGER `meetings_shown_insert`;--> statement-breakpoint
DROP TRIGGER `meetings_shown_update`;--> statement-breakpoint
ALTER TABLE `meeting_visibility` DROP COLUMN `starts_at`;--> statement-breakpoint
ALTER TABLE `meeting_visibility` DROP COLUMN `title_key`;--> statement-breakpoint
CREATE TRIGGER `meetings_shown_insert` AFTER INSERT ON `meetings`
BEGIN
  UPDATE meeting_guests SET starts_at = NEW.starts_at, title_key = NEW.title_key WHERE meet_id = NEW.id;
END;--> statement-breakpoint
CREATE TRIGGER `meetings_shown_update` AFTER UPDATE OF `starts_at`, `title_key` ON `meetings`
WHEN (OLD.starts_at, OLD.title_key) <> (NEW.starts_at, NEW.title_key)
BEGIN
  UPDATE meeting_guests SET starts_at = NEW.starts_at, title_key = NEW.title_key WHERE meet_id = NEW.id;
END;
