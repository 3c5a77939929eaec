-- Change sets for other rooms.
create view change_set_view as
  select id, team_id, uid, name, state, device_cnt, reason, created_at, started_at, ended_at from change_set;
