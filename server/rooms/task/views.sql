-- What other rooms read of tasks.
create view task_view as
  select id, type, command, team_id, uid, operator, result, total_cnt, err_cnt, until, created_at, ended_at from task;
create view task_item_view as select task_id, device_id, scene_id, result, started_at, ended_at from task_item;
