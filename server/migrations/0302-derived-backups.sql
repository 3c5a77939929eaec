-- Backups of devices that cannot be asked what they run: what they report and what they were sent.
alter table device_backup add derived boolean not null default false;
update device_backup b set derived = true from device d, device_content o
where d.id = b.device_id and o.id = b.content_id and o.format = 'document' and not d.verbs && '{backup,running}'::text[];
