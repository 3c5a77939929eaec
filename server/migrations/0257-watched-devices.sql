-- Devices that report every few seconds, and until when.
create table device_watch (
  device_id int primary key references device on delete cascade,
  until bigint not null
);
