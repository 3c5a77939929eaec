-- how soon somebody deals with an alarm
alter table alarm add column judged_at bigint;
