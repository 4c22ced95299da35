ALTER TABLE `calendar_events` ADD `is_said_organiser` integer;
