-- Items go with their task by the statement that removes it: the reference was checked for each item of a large task.
alter table task_item drop constraint task_item_task_id_fkey;
-- each row is written twice, when its task begins and when its device has answered: there is room for it beside itself
alter table task_item set (fillfactor = 50);
