-- Operations and deleted objects for other rooms.
create view audit_log_view as
  select id, at, account, uid, team_id, scene_id, channel, ip, call, name from audit_log;
create view deleted_snapshot_view as select holds, until from deleted_snapshot;
