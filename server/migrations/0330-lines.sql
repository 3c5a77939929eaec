-- What is known of lines to the internet beside what their devices tell. Mbit/s; speed_from: lineSpeedFrom.
create table device_line (
  device_id int not null references device on delete cascade,
  name text not null,
  down_mbps float8,
  up_mbps float8,
  speed_from smallint not null default 0,
  -- addresses the device pings over it; null: its usual ones
  targets text[],
  primary key (device_id, name)
);
