ALTER TABLE `members` ADD `has_seat` integer DEFAULT true NOT NULL;
