-- needs: device
-- A patrol of a scene: what each rule found, in numbers and names, so that it is told in any language.
create table patrol_run (
  id int generated always as identity primary key,
  scene_id int not null references scene on delete cascade,
  at bigint not null,
  source text not null,
  by text not null,
  -- null: nothing could be judged
  score smallint,
  device_cnt int not null,
  critical int not null,
  warning int not null,
  notice int not null,
  -- [{code, level, of, hits: [{device_id, name, type, sn, params}]}]
  items jsonb not null,
  -- codes of rules that nothing could be judged by
  unknown text[] not null,
  -- false: what was found is forgotten, its score is not
  whole boolean not null default true
);
create index patrol_run_scene on patrol_run (scene_id, id);

-- Findings that do not count. device_id 0: the scene itself, null: any device.
create table patrol_ignore (
  id int generated always as identity primary key,
  scene_id int not null references scene on delete cascade,
  code text not null,
  device_id int,
  reason text not null,
  -- null: for good
  until bigint,
  by text not null,
  at bigint not null
);
create unique index patrol_ignore_place on patrol_ignore (scene_id, code, coalesce(device_id, -1));

create table patrol_timer (
  scene_id int primary key references scene on delete cascade,
  enabled boolean not null,
  weekdays int[] not null,
  -- minutes after midnight by the clocks of the scene
  minute int not null,
  next_at bigint,
  -- whose rights count when it runs
  uid int not null,
  changed_by text not null
);
create index patrol_timer_due on patrol_timer (next_at) where next_at is not null;

-- How reports of a scene are made and sent, where it is not the usual way.
create table report_profile (
  scene_id int primary key references scene on delete cascade,
  -- all fields of the profile but the logo
  fields jsonb not null,
  -- data URL; '': none
  logo text not null default '',
  next_at bigint,
  -- whose rights count when it runs
  uid int not null,
  changed_by text not null
);
create index report_profile_due on report_profile (next_at) where next_at is not null;

create table report (
  id int generated always as identity primary key,
  scene_id int not null references scene on delete cascade,
  uid int not null,
  by text not null,
  source text not null,
  lang text not null,
  created_at bigint not null,
  from_at bigint not null,
  to_at bigint not null,
  -- sections, accounting, title, sign, targets
  request jsonb not null,
  state text not null default 'waiting',
  progress smallint not null default 0,
  -- names in the file store
  pdf text,
  csv text,
  pdf_bytes int not null default 0,
  csv_bytes int not null default 0,
  availability real,
  sent_cnt int not null default 0,
  message text not null default ''
);
create index report_scene on report (scene_id, id);
create index report_open on report (id) where state in ('waiting', 'running');

-- Mails with reports that wait until they are sent.
create table report_message (
  id bigint generated always as identity primary key,
  report_id int not null references report on delete cascade,
  target text not null,
  text text not null,
  -- of the attached files, without an ending
  name text not null,
  -- 0: waiting, 1: sent, 2: failed
  state smallint not null default 0,
  attempts int not null default 0,
  next_at bigint not null,
  done_at bigint,
  channel text not null default '',
  answer text not null default ''
);
create index report_message_due on report_message (next_at) where state = 0;
create index report_message_report on report_message (report_id);

-- Networks that an access point received in its last scan: [{bssid, ssid, band, channel, signal}].
create table radio_neighbor_scan (
  device_id int primary key references device on delete cascade,
  at bigint not null,
  networks jsonb not null,
  -- transmit power of its own radios at that time in dBm, by band
  power jsonb not null default '{}'
);

-- Access points of a scene that are listening, or did last.
create table radio_listening (
  scene_id int primary key references scene on delete cascade,
  started_at bigint not null,
  -- null: not over
  ended_at bigint,
  total int not null,
  done int not null default 0,
  failed int not null default 0
);

-- Plans of channels and power that were applied, or proposed by schedule.
create table radio_plan (
  id int generated always as identity primary key,
  scene_id int not null references scene on delete cascade,
  at bigint not null,
  source text not null,
  by text not null,
  moved_cnt int not null,
  before real not null,
  after real not null,
  measured_before real,
  measured_after real,
  change_id int,
  message text not null default ''
);
create index radio_plan_scene on radio_plan (scene_id, id);
create index radio_plan_unmeasured on radio_plan (at) where change_id is not null and measured_after is null;

create table radio_timer (
  scene_id int primary key references scene on delete cascade,
  -- all fields but when it is next
  fields jsonb not null,
  next_at bigint,
  -- whose rights count when it runs
  uid int not null,
  changed_by text not null
);
create index radio_timer_due on radio_timer (next_at) where next_at is not null;
