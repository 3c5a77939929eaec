-- When a device reported the number of its configuration: what is older than the last change says nothing of it.
alter table device_state add config_at bigint not null default 0;
update device_state set config_at = seen_at where config_uuid is not null;
