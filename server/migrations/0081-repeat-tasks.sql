-- what a task told its devices, so that it can be told again, and the task it repeats
alter table task add column command jsonb;
alter table task add column retry_of int;
