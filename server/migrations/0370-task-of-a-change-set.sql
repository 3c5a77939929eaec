-- The task whose items end as the set does.
alter table change_set add column task_id int;
-- Null: what ends the task outlives a process.
alter table task alter column until drop not null;
