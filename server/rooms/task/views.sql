-- Tasks for other rooms.
create view task_view as
  select id, type, command, team_id, uid, operator, result, total_cnt, err_cnt, until, created_at, ended_at from task;
create view task_item_view as select task_id, device_id, scene_id, result, started_at, ended_at from task_item;
create view device_timer_view as select id, team_id, name, group_id from device_timer;
create view transfer_token_view as select hash, kind, device_id, scene_id, args, expires_at, used_at from transfer_token;
