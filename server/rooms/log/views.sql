-- What other rooms read of operations and of what they deleted.
create view audit_log_view as
  select id, at, account, uid, team_id, scene_id, channel, ip, call, name from audit_log;
create view deleted_snapshot_view as select holds, until from deleted_snapshot;
create view task_view as
  select id, type, command, team_id, uid, operator, result, total_cnt, err_cnt, until, created_at, ended_at from task;
create view task_item_view as select task_id, device_id, scene_id, result, started_at, ended_at from task_item;
