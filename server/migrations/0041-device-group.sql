-- Devices that are looked after alike. A device is in one at most.
create table device_group (
  id int generated always as identity primary key,
  team_id int not null references team on delete cascade,
  name text not null,
  color smallint not null default 0,
  note text not null default '',
  rev int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  changed_by text not null
);
create unique index device_group_name on device_group (team_id, lower(name));

alter table device add group_id int references device_group on delete set null;
create index device_of_group on device (group_id) where group_id is not null;
