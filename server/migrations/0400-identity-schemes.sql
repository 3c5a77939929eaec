-- Devices are identified by a scheme and a value in it; serial numbers stay as they are.
alter table device add column scheme text not null default 'mac' constraint device_scheme_check check (scheme in ('mac', 'cpe', 'monitored'));
update device d set scheme = 'monitored' where exists (select from monitored_device t where t.device_id = d.id);
alter table device drop constraint device_serial_check;
alter table device add constraint device_serial_check check (case when scheme = 'mac' then serial ~ '^[0-9a-f]{12}$' else length(serial) between 1 and 64 end);
