-- needs: device
-- What went wrong, once: while its cause lasts no second row of the same device, type and key is made.
create table alarm (
  id bigint generated always as identity primary key,
  scene_id int not null references scene on delete cascade,
  device_id int not null references device on delete cascade,
  type text not null,
  -- which one of a kind: the name of a WAN
  key text not null default '',
  level smallint not null,
  state smallint not null default 0,
  -- what its words need
  params jsonb not null default '{}',
  cnt int not null default 1,
  first_at bigint not null,
  last_at bigint not null,
  ended_at bigint,
  ignored_until bigint,
  note text not null default '',
  changed_by text not null default '',
  -- when somebody first dealt with it since it was raised; by itself or by a silence is nobody
  acknowledged_at bigint,
  -- the alarm of what it is reached through: people hear of that one alone
  parent_id bigint references alarm on delete set null
);
create unique index alarm_lasting on alarm (device_id, type, key) where ended_at is null;
create index alarm_of_device on alarm (device_id, id);
create index alarm_of_scene on alarm (scene_id, id);
create index alarm_open on alarm (scene_id, level) where state = 0 and parent_id is null;
create index alarm_children on alarm (parent_id) where parent_id is not null;
create index alarm_raised on alarm (first_at);
create index alarm_ignored on alarm (ignored_until) where state = 2 and ignored_until is not null;

-- What people are told of: an alarm that is nobody's child, from its beginning to its end. Its children are in its number.
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
  -- it turned out to be a part of another one, which tells of its end
  merged_into bigint references alarm_incident on delete set null
);
create unique index alarm_incident_lasting on alarm_incident (alarm_id) where recovered_at is null;
create index alarm_incident_of_alarm on alarm_incident (alarm_id, id);
create index alarm_incident_scene on alarm_incident (scene_id, id);
create index alarm_incident_merged on alarm_incident (merged_into) where merged_into is not null;

-- What is to be told of incidents, each state once: written with the incident itself, so that no word is lost or said twice.
create table incident_event (
  id bigint generated always as identity primary key,
  incident_id bigint not null references alarm_incident on delete cascade,
  -- 1 opened, 2 worsened, 3 recovered
  state smallint not null check (state between 1 and 3),
  at bigint not null,
  unique (incident_id, state)
);

-- When an alarm of a type is raised and how, as far as it is not what the level above says: of a team (both null), of a group of
-- its scenes, of a scene. `fields`: of AlarmFields.
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

-- When nobody is to hear of what: work that is planned (maintenance), or what is known and does not matter (silence).
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
  -- with what hangs on the device
  below boolean not null default false,
  -- '': any
  type text not null default '',
  key text not null default '',
  from_at bigint not null,
  -- null: until somebody removes it
  to_at bigint,
  -- 0 Sunday … 6 Saturday by the clock of the scene; empty: the whole time
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

-- From when to when something was wrong, whether it was an alarm or not: what other settings would have raised. `peak`: the worst
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

-- What a device ran when it came last: another version is an upgrade.
create table alarm_firmware (
  device_id int primary key references device on delete cascade,
  firmware text not null
);

-- Who hears of alarms: a person's phone, mail box or WeChat, or a robot in a chat.
create table notification_contact (
  id int generated always as identity primary key,
  team_id int not null references team on delete cascade,
  -- 0 SMS, 1 e-mail, 2 WeChat, 3 robot, 4 app push
  type smallint not null check (type between 0 and 4),
  name text not null,
  -- of a robot: the folder of its channel
  provider text not null default '',
  -- sealed: the address, or the settings of a robot
  target text not null,
  -- what is shown of it, and a keyed digest by which equal ones are known
  masked text not null,
  place text not null,
  -- null: nobody has shown yet that the address is theirs
  verified_at bigint,
  -- its owner wants no more
  left_at bigint,
  -- SHA-256 of what the link in its mails carries, and that sealed
  leave_hash bytea not null unique,
  leave_token text not null,
  lang text not null check (lang in ('zh', 'en')),
  status smallint not null check (status in (0, 1)),
  level smallint not null check (level between 1 and 3),
  -- 0 all scenes of the team, 1 those in notification_contact_scene, 2 those of groups in notification_contact_group
  scope smallint not null check (scope between 0 and 2),
  -- empty: any
  types text[] not null default '{}',
  recover smallint not null check (recover in (0, 1)),
  named_only smallint not null check (named_only in (0, 1)),
  -- [{weekdays, minute_from, minute_to}]; empty: at any time
  hours jsonb not null default '[]',
  -- outside of them: 0 dropped, 1 delivered when they begin; up to this level messages are delivered at any time
  outside_hours smallint not null check (outside_hours in (0, 1)),
  override_level smallint not null check (override_level between 0 and 2),
  time_zone text not null,
  template text not null default '',
  -- messages have links by which their reader handles the alarms
  links smallint not null default 0 check (links in (0, 1)),
  rev int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  changed_by text not null
);
create unique index notification_contact_name on notification_contact (team_id, type, lower(name));

-- Contacts and robots that are on duty in turns; each stands for whoever is on duty.
create table alarm_duty (
  team_id int primary key references team on delete cascade,
  -- of notification_contact, in the order of their turns
  member_ids int[] not null,
  every_days int not null check (every_days between 1 and 28),
  -- of the day, at which a turn ends
  minute int not null check (minute between 0 and 1439),
  first_day text not null,
  time_zone text not null,
  rev int not null default 1,
  updated_at bigint not null,
  changed_by text not null
);

create table notification_contact_scene (
  notification_contact_id int not null references notification_contact on delete cascade,
  scene_id int not null references scene on delete cascade,
  primary key (notification_contact_id, scene_id)
);
create index notification_contact_scene_scene on notification_contact_scene (scene_id);

create table notification_contact_group (
  notification_contact_id int not null references notification_contact on delete cascade,
  group_id int not null references scene_group on delete cascade,
  primary key (notification_contact_id, group_id)
);
create index notification_contact_group_group on notification_contact_group (group_id);

-- WeChat that is being bound: who scanned, until the contact is made with it.
create table alarm_bind (
  key_hash bytea primary key,
  team_id int not null references team on delete cascade,
  -- sealed; null until it was scanned
  address text,
  expires_at bigint not null
);
create index alarm_bind_over on alarm_bind (expires_at);

-- Messages to contacts and robots; one may tell of several incidents. `uuid` is the same for every try.
create table alarm_message (
  id bigint generated always as identity primary key,
  notification_contact_id int not null references notification_contact on delete cascade,
  team_id int not null references team on delete cascade,
  uuid uuid not null unique default gen_random_uuid(),
  -- of the address, for limits that several contacts of one address share
  place text not null,
  -- 0 waiting, 1 sent, 2 failed
  state smallint not null default 0 check (state between 0 and 2),
  -- what is said: as `Body` of the outbox has it
  body jsonb not null,
  incident_cnt int not null,
  channel text not null default '',
  answer text not null default '',
  attempts smallint not null default 0,
  next_at bigint not null,
  -- when a provider was handed it last
  tried_at bigint,
  created_at bigint not null,
  done_at bigint
);
create index alarm_message_due on alarm_message (next_at) where state = 0;
create index alarm_message_waiting on alarm_message (notification_contact_id) where state = 0;
create index alarm_message_user on alarm_message (notification_contact_id, id);
create index alarm_message_team on alarm_message (team_id, id);
create index alarm_message_place on alarm_message (place, tried_at);
create index alarm_message_created on alarm_message (created_at);

-- Links of messages that were used: each once.
create table alarm_link_use (
  message_id bigint not null references alarm_message on delete cascade,
  action text not null check (action in ('acknowledge', 'silence', 'solve')),
  at bigint not null,
  by_name text not null,
  primary key (message_id, action)
);

-- Words of incidents that were looked at: who hears of them is in notification.
create table incident_event_offset (
  news_id bigint primary key references incident_event on delete cascade
);

-- That somebody is to hear of an incident: written with the look at its word, then told in a message.
create table notification (
  id bigint generated always as identity primary key,
  notification_contact_id int not null references notification_contact on delete cascade,
  incident_id bigint not null references alarm_incident on delete cascade,
  -- the alarm it was then: an incident may pass to the one above
  alarm_id bigint not null references alarm on delete cascade,
  scene_id int not null references scene on delete cascade,
  -- 1 opened, 2 worsened, 3 recovered, 4 still there, 5 nobody has dealt with it
  kind smallint not null check (kind between 1 and 5),
  -- which of those said again; which step
  seq int not null default 0,
  -- seconds after which it is said again; 0: never
  repeat_s int not null default 0,
  -- of `IncidentNotice`
  content jsonb not null,
  due_at bigint not null,
  -- 0 waiting, 1 in a message, 2 dropped
  state smallint not null default 0 check (state between 0 and 2),
  message_id bigint references alarm_message on delete set null,
  created_at bigint not null
);
create unique index notification_once on notification (notification_contact_id, incident_id, kind, seq);
create index notification_due on notification (due_at) where state = 0;
create index notification_incident on notification (incident_id);
create index notification_alarm on notification (alarm_id);
create index notification_scene on notification (scene_id);
create index notification_message on notification (message_id) where message_id is not null;

-- Mail addresses that members of a team bound, and whether their owners refuse mail of it; contacts have the same of their own.
create table mail_leave (
  team_id int not null references team on delete cascade,
  -- a keyed digest, and what is shown of it
  place text not null,
  masked text not null,
  -- SHA-256 of what the link in its mails carries, and that sealed
  leave_hash bytea not null unique,
  leave_token text not null,
  left_at bigint,
  primary key (team_id, place)
);
