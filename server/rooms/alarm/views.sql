-- Alarms for other rooms. `is_open`: not solved; `is_root`: no upstream alarm explains it.
create view alarm_view as
  select id, scene_id, device_id, type, key, level, state, state = 0 as is_open, parent_id, parent_id is null as is_root, cnt,
    first_at, last_at, ended_at, acknowledged_at
  from alarm;
create view alarm_incident_view as select id, alarm_id, children, recovered_at from alarm_incident;
create view incident_event_view as select id, incident_id, state, at from incident_event;
create view alarm_silence_view as
  select id, team_id, kind, group_id, scene_id, device_id, below, type, from_at, to_at, weekdays, minute_from, minute_to
  from alarm_silence;
