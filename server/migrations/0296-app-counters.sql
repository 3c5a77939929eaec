-- Counters of applications of a device, up to which app_1h has what it moved: whichever process counts on begins there.
create table app_counter (
  device_id int primary key references device on delete cascade,
  scene_id int not null,
  at bigint not null,
  counters json not null
);
