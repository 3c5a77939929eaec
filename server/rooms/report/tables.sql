-- needs: scene
-- How reports of a scene are made and sent, where it differs from the default.
create table report_profile (
  scene_id int primary key references scene on delete cascade,
  -- all fields of the profile except the logo
  fields jsonb not null,
  -- data URL; '': none
  logo text not null default '',
  next_at bigint,
  -- the account whose rights apply when it runs
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

-- Mails with reports that wait to be sent.
create table report_message (
  id bigint generated always as identity primary key,
  report_id int not null references report on delete cascade,
  target text not null,
  text text not null,
  -- of the attached files, without an extension
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
