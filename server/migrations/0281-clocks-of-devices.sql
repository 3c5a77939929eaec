alter table device_state add column clock bigint;
