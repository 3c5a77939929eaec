-- needs: account
-- A site or project whose devices are managed together; the wall between customers runs along it.
create table scene (
  id int generated always as identity primary key,
  team_id int not null references team on delete cascade,
  name text not null,
  province text not null default '',
  city text not null default '',
  address text not null default '',
  -- WGS-84
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  industry text not null default '',
  remark text not null default '',
  time_zone text not null default 'Asia/Shanghai',
  -- the device that stands for the scene; null: the device room chooses. No foreign key: devices come and go by themselves.
  main_device_id int,
  rev int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  changed_by text not null
);
create unique index scene_name on scene (team_id, lower(name));

-- Who may enter a scene of another team. mode: 1 can manage, 2 delegated operations, 3 read-only.
create table scene_guest (
  scene_id int not null references scene on delete cascade,
  uid int not null references account on delete cascade,
  mode smallint not null check (mode between 1 and 3),
  created_at bigint not null,
  primary key (scene_id, uid)
);
create index scene_guest_uid on scene_guest (uid);

create table scene_group (
  id int generated always as identity primary key,
  team_id int not null references team on delete cascade,
  name text not null,
  color smallint not null default 0,
  rev int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  changed_by text not null
);
create unique index scene_group_name on scene_group (team_id, lower(name));

create table scene_group_member (
  group_id int not null references scene_group on delete cascade,
  scene_id int not null references scene on delete cascade,
  primary key (group_id, scene_id)
);
create index scene_group_member_scene on scene_group_member (scene_id);
