ALTER TABLE `users` ADD `default_template_chosen` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `meeting_guests` ADD `starts_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `meeting_guests` ADD `title_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `meeting_guests_starts` ON `meeting_guests` (`email`,`starts_at`,`meet_id`);--> statement-breakpoint
CREATE INDEX `meeting_guests_title` ON `meeting_guests` (`email`,`title_key`,`meet_id`);--> statement-breakpoint
ALTER TABLE `meeting_visibility` ADD `starts_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `meeting_visibility` ADD `title_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `meeting_visibility_starts` ON `meeting_visibility` (`team_id`,`starts_at`,`meet_id`) WHERE "meeting_visibility"."team_id" is not null;--> statement-breakpoint
CREATE INDEX `meeting_visibility_title` ON `meeting_visibility` (`team_id`,`title_key`,`meet_id`) WHERE "meeting_visibility"."team_id" is not null;--> statement-breakpoint
ALTER TABLE `teams` ADD `default_template_id` text;--> statement-breakpoint
ALTER TABLE `teams` ADD `default_language` text;--> statement-breakpoint
ALTER TABLE `teams` ADD `default_visibility` text;--> statement-breakpoint
UPDATE `meeting_visibility` SET
  starts_at = coalesce((SELECT m.starts_at FROM meetings AS m WHERE m.id = meet_id), 0),
  title_key = coalesce((SELECT m.title_key FROM meetings AS m WHERE m.id = meet_id), '');--> statement-breakpoint
UPDATE `meeting_guests` SET
  starts_at = coalesce((SELECT m.starts_at FROM meetings AS m WHERE m.id = meet_id), 0),
  title_key = coalesce((SELECT m.title_key FROM meetings AS m WHERE m.id = meet_id), '');--> statement-breakpoint
CREATE TRIGGER `meeting_visibility_place` AFTER INSERT ON `meeting_visibility`
BEGIN
  UPDATE meeting_visibility SET (starts_at, title_key) = (SELECT starts_at, title_key FROM meetings WHERE id = NEW.meet_id)
  WHERE meet_id = NEW.meet_id AND EXISTS (SELECT 1 FROM meetings WHERE id = NEW.meet_id);
END;--> statement-breakpoint
CREATE TRIGGER `meeting_guests_place` AFTER INSERT ON `meeting_guests`
BEGIN
  UPDATE meeting_guests SET (starts_at, title_key) = (SELECT starts_at, title_key FROM meetings WHERE id = NEW.meet_id)
  WHERE meet_id = NEW.meet_id AND email = NEW.email AND EXISTS (SELECT 1 FROM meetings WHERE id = NEW.meet_id);
END;--> statement-breakpoint
CREATE TRIGGER `meetings_shown_insert` AFTER INSERT ON `meetings`
BEGIN
  UPDATE meeting_visibility SET starts_at = NEW.starts_at, title_key = NEW.title_key WHERE meet_id = NEW.id;
  UPDATE meeting_guests SET starts_at = NEW.starts_at, title_key = NEW.title_key WHERE meet_id = NEW.id;
END;--> statement-breakpoint
CREATE TRIGGER `meetings_shown_update` AFTER UPDATE OF `starts_at`, `title_key` ON `meetings`
WHEN (OLD.starts_at, OLD.title_key) <> (NEW.starts_at, NEW.title_key)
BEGIN
  UPDATE meeting_visibility SET starts_at = NEW.starts_at, title_key = NEW.title_key WHERE meet_id = NEW.id;
  UPDATE meeting_guests SET starts_at = NEW.starts_at, title_key = NEW.title_key WHERE meet_id = NEW.id;
END;
