-- One-time links to images, beside uploads and packages.
alter table device_ticket drop constraint device_ticket_kind_check;
alter table device_ticket add constraint device_ticket_kind_check check (kind in ('upload', 'package', 'image'));
alter table device_ticket add column tries smallint not null default 0;
