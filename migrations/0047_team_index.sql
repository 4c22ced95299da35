CREATE TABLE `team_index_changes` (
	`position` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`team_id` text NOT NULL,
	`meet_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `team_index_changes_meeting` ON `team_index_changes` (`meet_id`,`team_id`);--> statement-breakpoint
CREATE INDEX `team_index_changes_team` ON `team_index_changes` (`team_id`);--> statement-breakpoint
CREATE TRIGGER `meeting_visibility_indexed` AFTER INSERT ON `meeting_visibility`
WHEN NEW.team_id IS NOT NULL
BEGIN
  DELETE FROM team_index_changes WHERE meet_id = NEW.meet_id AND team_id = NEW.team_id;
  INSERT INTO team_index_changes (team_id, meet_id) VALUES (NEW.team_id, NEW.meet_id);
END;--> statement-breakpoint
CREATE TRIGGER `meeting_visibility_indexed_again` AFTER UPDATE OF `visibility`, `team_id` ON `meeting_visibility`
WHEN (OLD.visibility, coalesce(OLD.team_id, '')) <> (NEW.visibility, coalesce(NEW.team_id, ''))
BEGIN
  DELETE FROM team_index_changes WHERE meet_id = OLD.meet_id AND team_id IN (OLD.team_id, NEW.team_id);
  INSERT INTO team_index_changes (team_id, meet_id)
  SELECT OLD.team_id, OLD.meet_id WHERE OLD.team_id IS NOT NULL
  UNION SELECT NEW.team_id, NEW.meet_id WHERE NEW.team_id IS NOT NULL;
END;--> statement-breakpoint
CREATE TRIGGER `meeting_visibility_unindexed` AFTER DELETE ON `meeting_visibility`
WHEN OLD.team_id IS NOT NULL
BEGIN
  DELETE FROM team_index_changes WHERE meet_id = OLD.meet_id AND team_id = OLD.team_id;
  INSERT INTO team_index_changes (team_id, meet_id) VALUES (OLD.team_id, OLD.meet_id);
END;
