-- needs: device
-- Networks that an access point received in its last scan: [{bssid, ssid, band, channel, signal}].
create table radio_neighbor_scan (
  device_id int primary key references device on delete cascade,
  at bigint not null,
  networks jsonb not null,
  -- transmit power of its own radios at that time in dBm, by band
  power jsonb not null default '{}'
);

-- Access points of a scene that are scanning, or did last.
create table radio_listening (
  scene_id int primary key references scene on delete cascade,
  started_at bigint not null,
  -- null: running
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
  -- all fields except the next time
  fields jsonb not null,
  next_at bigint,
  -- the account whose rights apply when it runs
  uid int not null,
  changed_by text not null
);
create index radio_timer_due on radio_timer (next_at) where next_at is not null;
