-- needs: device
-- Alarms: while its cause lasts no second row of the same device, type and key is added.
create table alarm (
  id bigint generated always as identity primary key,
  scene_id int not null references scene on delete cascade,
  device_id int not null references device on delete cascade,
  type text not null,
  -- the instance: the name of a WAN
  key text not null default '',
  level smallint not null,
  state smallint not null default 0,
  -- the values for its text
  params jsonb not null default '{}',
  cnt int not null default 1,
  first_at bigint not null,
  last_at bigint not null,
  ended_at bigint,
  ignored_until bigint,
  note text not null default '',
  changed_by text not null default '',
  -- when a person first handled it since it was raised; not by itself or by a silence
  acknowledged_at bigint,
  -- the alarm that explains it, upstream: only that one is notified
  parent_id bigint references alarm on delete set null
);
create unique index alarm_lasting on alarm (device_id, type, key) where ended_at is null;
create index alarm_of_device on alarm (device_id, id);
create index alarm_of_scene on alarm (scene_id, id);
create index alarm_open on alarm (scene_id, level) where state = 0 and parent_id is null;
create index alarm_children on alarm (parent_id) where parent_id is not null;
create index alarm_raised on alarm (first_at);
create index alarm_ignored on alarm (ignored_until) where state = 2 and ignored_until is not null;

-- Incidents are notified: an alarm without a parent, from its beginning to its end. Its children are counted in it.
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
  -- it was merged into another one, whose end is notified
  merged_into bigint references alarm_incident on delete set null
);
create unique index alarm_incident_lasting on alarm_incident (alarm_id) where recovered_at is null;
create index alarm_incident_of_alarm on alarm_incident (alarm_id, id);
create index alarm_incident_scene on alarm_incident (scene_id, id);
create index alarm_incident_merged on alarm_incident (merged_into) where merged_into is not null;

-- Events of incidents, each state once: written with the incident itself, so that none is lost or duplicated.
create table incident_event (
  id bigint generated always as identity primary key,
  incident_id bigint not null references alarm_incident on delete cascade,
  -- 1 opened, 2 worsened, 3 recovered
  state smallint not null check (state between 1 and 3),
  at bigint not null,
  unique (incident_id, state)
);

-- Alarms that are not notified: during planned work (maintenance), or because they are known and do not matter
-- (silence).
create table alarm_silence (
  id int generated always as identity primary key,
  team_id int not null references team on delete cascade,
  -- 0 silence, 1 maintenance
  kind smallint not null check (kind in (0, 1)),
  name text not null,
  -- all null: every scene of the team
  group_id int references scene_group on delete cascade,
  scene_id int references scene on delete cascade,
  device_id int references device on delete cascade,
  -- includes the devices behind the device
  below boolean not null default false,
  -- '': any
  type text not null default '',
  key text not null default '',
  from_at bigint not null,
  -- null: until it is removed
  to_at bigint,
  -- 0 Sunday … 6 Saturday in the time zone of the scene; empty: the whole time
  weekdays int[] not null default '{}',
  -- minutes after midnight; to before from: over midnight
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

-- The firmware of a device at its last connection: another version is an upgrade.
create table alarm_firmware (
  device_id int primary key references device on delete cascade,
  firmware text not null
);
