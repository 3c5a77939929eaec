-- Incidents by cause, settings with inheritance, silences, and what was wrong for the test of settings.
alter table alarm add column parent_id bigint references alarm on delete set null;
drop index alarm_open;
create index alarm_open on alarm (scene_id, level) where state = 0 and parent_id is null;
create index alarm_children on alarm (parent_id) where parent_id is not null;
create table alarm_incident (
  id bigint generated always as identity primary key,
  alarm_id bigint not null references alarm on delete cascade,
  scene_id int not null references scene on delete cascade,
  type text not null,
  level smallint not null,
  children int not null default 0,
  opened_at bigint not null,
  worsened_at bigint,
  recovered_at bigint,
  merged_into bigint references alarm_incident on delete set null
);
create unique index alarm_incident_lasting on alarm_incident (alarm_id) where recovered_at is null;
create index alarm_incident_of_alarm on alarm_incident (alarm_id, id);
create index alarm_incident_scene on alarm_incident (scene_id, id);
create index alarm_incident_merged on alarm_incident (merged_into) where merged_into is not null;
create table alarm_news (
  id bigint generated always as identity primary key,
  incident_id bigint not null references alarm_incident on delete cascade,
  state smallint not null check (state between 1 and 3),
  at bigint not null,
  told boolean not null default false,
  unique (incident_id, state)
);
create index alarm_news_untold on alarm_news (id) where not told;
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
create table alarm_silence (
  id int generated always as identity primary key,
  team_id int not null references team on delete cascade,
  kind smallint not null check (kind in (0, 1)),
  name text not null,
  group_id int references scene_group on delete cascade,
  scene_id int references scene on delete cascade,
  device_id int references device on delete cascade,
  below boolean not null default false,
  type text not null default '',
  key text not null default '',
  from_at bigint not null,
  to_at bigint,
  weekdays int[] not null default '{}',
  minute_from int,
  minute_to int,
  rev int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  changed_by text not null
);
create index alarm_silence_team on alarm_silence (team_id, to_at);
create index alarm_silence_scene on alarm_silence (scene_id) where scene_id is not null;
create index alarm_silence_group on alarm_silence (group_id) where group_id is not null;
create index alarm_silence_device on alarm_silence (device_id) where device_id is not null;
create table alarm_spell (
  device_id int not null references device on delete cascade,
  scene_id int not null references scene on delete cascade,
  type text not null,
  key text not null,
  from_at int not null,
  to_at int not null,
  peak real,
  primary key (device_id, type, key, from_at)
);
create index alarm_spell_scene on alarm_spell (scene_id, type, to_at);
create index alarm_spell_end on alarm_spell using brin (to_at);

-- What a device ran when it came last: another version is an upgrade.
create table alarm_firmware (
  device_id int primary key references device on delete cascade,
  firmware text not null
);
