-- Through which row of which series (LateSamples) what a device measured while nobody listened is kept.
create table telemetry_late (
  device_id int primary key,
  series int not null,
  last int not null
);
-- Hours of devices that are rolled up once more, because samples of them came late; an hour may be there more than once.
create table telemetry_again (
  device_id int not null,
  hour int not null
);
