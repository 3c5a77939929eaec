-- What is installed on a device, as it told it last.
create table device_app (
  id int generated always as identity primary key,
  device_id int not null references device on delete cascade,
  name text not null,
  description text not null,
  status smallint not null,
  detail text not null,
  told_at bigint not null,
  unique (device_id, name)
);
