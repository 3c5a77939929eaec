-- needs: scene
-- A patrol of a scene: the findings of each rule, as numbers and names, so that they can be displayed in any language.
create table patrol_run (
  id int generated always as identity primary key,
  scene_id int not null references scene on delete cascade,
  at bigint not null,
  source text not null,
  by text not null,
  -- null: no rule had data
  score smallint,
  device_cnt int not null,
  critical int not null,
  warning int not null,
  notice int not null,
  -- [{code, level, of, hits: [{device_id, name, type, sn, params}]}]
  items jsonb not null,
  -- codes of rules without data
  unknown text[] not null,
  -- false: the findings were removed, the score was not
  whole boolean not null default true
);
create index patrol_run_scene on patrol_run (scene_id, id);

-- Ignored findings. device_id 0: the scene itself, null: any device.
create table patrol_ignore (
  id int generated always as identity primary key,
  scene_id int not null references scene on delete cascade,
  code text not null,
  device_id int,
  reason text not null,
  -- null: permanently
  until bigint,
  by text not null,
  at bigint not null
);
create unique index patrol_ignore_place on patrol_ignore (scene_id, code, coalesce(device_id, -1));

create table patrol_timer (
  scene_id int primary key references scene on delete cascade,
  enabled boolean not null,
  weekdays int[] not null,
  -- minutes after midnight in the time zone of the scene
  minute int not null,
  next_at bigint,
  -- the account whose rights apply when it runs
  uid int not null,
  changed_by text not null
);
create index patrol_timer_due on patrol_timer (next_at) where next_at is not null;
