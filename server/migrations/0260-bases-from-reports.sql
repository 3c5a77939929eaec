-- A base that was put together from reports was confirmed by nobody.
update device_config set sync = 0, sync_at = 0 where sync = 1 and desired_id is null and running is null and base_at is not null;
