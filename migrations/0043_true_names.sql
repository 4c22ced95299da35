ALTER TABLE `meetings` RENAME COLUMN `door` TO `lobby_state`;
