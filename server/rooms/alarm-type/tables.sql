-- needs: device
-- Settings of the alarm types, where they differ from the level above: of a team (both null), of a group of its scenes,
-- of a scene. `fields`: of AlarmFields.
create table alarm_config (
  id int generated always as identity primary key,
  team_id int not null references team on delete cascade,
  group_id int references scene_group on delete cascade,
  scene_id int references scene on delete cascade,
  type text not null,
  fields jsonb not null,
  changed_by text not null,
  updated_at bigint not null,
  check (group_id is null or scene_id is null)
);
create unique index alarm_config_place on alarm_config (team_id, coalesce(group_id, 0), coalesce(scene_id, 0), type);
create index alarm_config_group on alarm_config (group_id) where group_id is not null;
create index alarm_config_scene on alarm_config (scene_id) where scene_id is not null;

-- The intervals of conditions, with or without an alarm: the basis for simulating other settings. `peak`: the worst
-- value, in the unit of the type.
create table condition_interval (
  device_id int not null references device on delete cascade,
  scene_id int not null references scene on delete cascade,
  type text not null,
  key text not null,
  from_at int not null,
  to_at int not null,
  peak real,
  primary key (device_id, type, key, from_at)
);
create index condition_interval_scene on condition_interval (scene_id, type, to_at);
create index condition_interval_end on condition_interval using brin (to_at);
