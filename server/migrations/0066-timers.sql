-- What is done on devices by the clock.
create table device_timer (
  id int generated always as identity primary key,
  team_id int not null references team on delete cascade,
  -- whose rights count when it runs, and how logs name them
  uid int not null,
  operator text not null,
  name text not null,
  kind text not null check (kind in ('reboot', 'upgrade', 'backup')),
  scope text not null check (scope in ('device', 'group', 'scene')),
  group_id int references device_group on delete cascade,
  args jsonb not null default '{}',
  -- 0 Sunday … 6 Saturday; empty: once, on that day
  weekdays int[] not null default '{}',
  day text,
  -- minutes after midnight
  minute int not null,
  grace_minutes int not null,
  wait_hours int not null,
  paused boolean not null default false,
  rev int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  changed_by text not null
);

create table device_timer_target (
  timer_id int not null references device_timer on delete cascade,
  device_id int not null references device on delete cascade,
  primary key (timer_id, device_id)
);
create index device_timer_target_device on device_timer_target (device_id);

-- A timer in one scene: it runs by that scene's clocks.
create table device_timer_scene (
  timer_id int not null references device_timer on delete cascade,
  scene_id int not null references scene on delete cascade,
  -- null: paused, or over
  next_at bigint,
  last_at bigint,
  last text,
  missed_cnt int not null default 0,
  task_id int,
  primary key (timer_id, scene_id)
);
create index device_timer_due on device_timer_scene (next_at) where next_at is not null;
create index device_timer_scene_scene on device_timer_scene (scene_id);
