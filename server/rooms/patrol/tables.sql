-- needs: scene
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
