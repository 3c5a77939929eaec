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
  changed_by text not null default ''
);
create unique index alarm_lasting on alarm (device_id, type, key) where ended_at is null;
create index alarm_of_device on alarm (device_id, id);
create index alarm_of_scene on alarm (scene_id, id);
create index alarm_open on alarm (scene_id, level) where state = 0;
create index alarm_ignored on alarm (ignored_until) where state = 2 and ignored_until is not null;
