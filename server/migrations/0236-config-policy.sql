-- Devices that come back with another configuration are sent theirs again where a scene or a team says so.
alter table device_config add column resent_at bigint not null default 0;
create table config_policy (
  team_id int not null references team on delete cascade,
  scene_id int references scene on delete cascade,
  on_return text not null check (on_return in ('ask', 'resend')),
  uid int not null,
  unique nulls not distinct (team_id, scene_id)
);
