-- Devices that are to report as soon as their configuration is known, on behalf of whom.
create table report_request (
  device_id int primary key references device on delete cascade,
  uid int not null,
  requested_at bigint not null
);
