CREATE TABLE `deleted_clips` (
	`clip_id` text PRIMARY KEY NOT NULL,
	`meet_id` text NOT NULL,
	`recording_id` text NOT NULL
);--> statement-breakpoint
-- Written by hand: several statements delete clips, and none of them can forget the plan.
CREATE TRIGGER `clips_deleted` AFTER DELETE ON `clips` WHEN OLD.media IS NOT NULL AND OLD.recording_id IS NOT NULL
BEGIN
  INSERT OR REPLACE INTO deleted_clips (clip_id, meet_id, recording_id) VALUES (OLD.clip_id, OLD.meet_id, OLD.recording_id);
END;
