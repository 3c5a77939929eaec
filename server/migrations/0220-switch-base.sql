-- What a switch reports takes the place of a configuration it cannot be asked for.
alter table device_state add column uplinks text;
alter table device_config add column base_open boolean not null default false;
