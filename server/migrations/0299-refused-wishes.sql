-- Wishes that the configuration of a device was made without, or not as wished, with the reason.
alter table change_item add refusals jsonb;
