-- Devices that are expected to be away for work that was ordered, from the order until its bound at the latest.
create table device_absence (
  id bigint generated always as identity primary key,
  device_id int not null references device on delete cascade,
  -- the device the work is done on: itself, or one it hangs on
  cause_id int not null,
  work text not null check (work in ('reboot', 'upgrade', 'factory', 'configure', 'restore', 'power')),
  -- of the device then: others of it learn from how long it took
  model text not null,
  by_name text not null,
  -- where the work is found: task:12, change:3, campaign:7
  ref text not null,
  token uuid not null,
  from_at bigint not null,
  until bigint not null,
  back_at bigint,
  -- types of momentary alarms that were a part of it
  explained text[] not null default '{}'
);
create index device_absence_device on device_absence (device_id, until);
create index device_absence_cause on device_absence (cause_id, until);
create index device_absence_token on device_absence (token);
create index device_absence_learned on device_absence (work, model, id desc) where back_at is not null and cause_id = device_id;
create index device_absence_until on device_absence (until);
