-- needs: alarm
-- Recipients of alarms: a person's phone, mailbox or WeChat, or a robot in a chat.
create table notification_contact (
  id int generated always as identity primary key,
  team_id int not null references team on delete cascade,
  -- 0 SMS, 1 e-mail, 2 WeChat, 3 robot, 4 app push
  type smallint not null check (type between 0 and 4),
  name text not null,
  -- for a robot: the folder of its channel
  provider text not null default '',
  -- sealed: the address, or the settings of a robot
  target text not null,
  -- the displayed part, and a keyed digest that identifies equal ones
  masked text not null,
  place text not null,
  -- null: the address is not confirmed yet
  verified_at bigint,
  -- its owner unsubscribed
  left_at bigint,
  -- SHA-256 of the token in the link of its mails, and the token sealed
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
  -- messages contain links with which the recipient handles the alarms
  links smallint not null default 0 check (links in (0, 1)),
  rev int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  changed_by text not null
);
create unique index notification_contact_name on notification_contact (team_id, type, lower(name));

-- Contacts and robots that are on duty in turns; a member stands for the one on duty.
create table alarm_duty (
  team_id int primary key references team on delete cascade,
  -- of notification_contact, in order of their turns
  member_ids int[] not null,
  every_days int not null check (every_days between 1 and 28),
  -- minute of the day at which a turn ends
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

-- A pending WeChat binding: the user who scanned, until the contact is created.
create table alarm_bind (
  key_hash bytea primary key,
  team_id int not null references team on delete cascade,
  -- sealed; null before the scan
  address text,
  expires_at bigint not null
);
create index alarm_bind_over on alarm_bind (expires_at);

-- Messages to contacts and robots; one may contain several incidents. `uuid` is the same for every attempt.
create table alarm_message (
  id bigint generated always as identity primary key,
  notification_contact_id int not null references notification_contact on delete cascade,
  team_id int not null references team on delete cascade,
  uuid uuid not null unique default gen_random_uuid(),
  -- digest of the address, for limits that several contacts of one address share
  place text not null,
  -- 0 waiting, 1 sent, 2 failed
  state smallint not null default 0 check (state between 0 and 2),
  -- the text: as `Body` of the outbox
  body jsonb not null,
  incident_cnt int not null,
  channel text not null default '',
  answer text not null default '',
  attempts smallint not null default 0,
  next_at bigint not null,
  -- when it was last passed to a provider
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

-- Used links of messages: each once.
create table alarm_link_use (
  message_id bigint not null references alarm_message on delete cascade,
  action text not null check (action in ('acknowledge', 'silence', 'solve')),
  at bigint not null,
  by_name text not null,
  primary key (message_id, action)
);

-- Events of incidents that were processed: the recipients are in notification.
create table incident_event_offset (
  news_id bigint primary key references incident_event on delete cascade
);

-- A planned notification of an incident: written when its event is processed, then sent in a message.
create table notification (
  id bigint generated always as identity primary key,
  notification_contact_id int not null references notification_contact on delete cascade,
  incident_id bigint not null references alarm_incident on delete cascade,
  -- the alarm at that time: an incident may be merged into that of its parent
  alarm_id bigint not null references alarm on delete cascade,
  scene_id int not null references scene on delete cascade,
  -- 1 opened, 2 worsened, 3 recovered, 4 still lasts, 5 not acknowledged
  kind smallint not null check (kind between 1 and 5),
  -- the number of the repetition, or of the escalation step
  seq int not null default 0,
  -- seconds after which it is repeated; 0: never
  repeat_s int not null default 0,
  -- an `IncidentNotice`
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

-- Mail addresses that members of a team bound, and whether their owners unsubscribed; contacts have their own columns
-- for that.
create table mail_leave (
  team_id int not null references team on delete cascade,
  -- a keyed digest, and the displayed part
  place text not null,
  masked text not null,
  -- SHA-256 of the token in the link of its mails, and the token sealed
  leave_hash bytea not null unique,
  leave_token text not null,
  left_at bigint,
  primary key (team_id, place)
);
