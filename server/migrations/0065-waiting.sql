-- What a task shall do on devices that are offline, as soon as they come. `until`: the moment after which it does not wait
-- any more, or, once begun, its end cannot come any more.
create table device_wait (
  task_id int not null,
  device_id int not null references device on delete cascade,
  command jsonb not null,
  uid int not null,
  expires_at bigint not null,
  until bigint not null,
  started_at bigint,
  primary key (task_id, device_id)
);
create index device_wait_device on device_wait (device_id) where started_at is null;
create index device_wait_until on device_wait (until);
