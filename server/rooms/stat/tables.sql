-- Samples of devices, one wide row a message, in a partition a day (made ahead by a job, dropped by age).
-- cpu, mem: tenths of a percent; temp: tenths of a degree; load: hundredths.
-- traffic: what passed since the sample before it, as real (seven digits, half the bytes of bigint):
-- [seconds it is of, octets in and out through the uplinks, then octets in and out of each interface in the order of
-- device_interface]. Eight columns and not nine: the null bitmap then fits the row header.
create table telemetry_sample (
  device_id int not null,
  ts int not null,
  cpu smallint,
  mem smallint,
  temp smallint,
  load smallint,
  terminals smallint,
  traffic real[]
) partition by range (ts);
create index telemetry_sample_device on telemetry_sample (device_id, ts);
create index telemetry_sample_ts on telemetry_sample using brin (ts) with (pages_per_range = 32);

-- Names of a device's interfaces in the order of telemetry_sample.traffic; grows at the end only.
create table device_interface (
  device_id int primary key,
  names text[] not null
);

-- Means, peaks and sums of samples. n: samples; rx, tx: octets through the uplinks in span seconds.
create table telemetry_5m (
  device_id int not null,
  ts int not null,
  n int not null,
  span int not null,
  cpu smallint,
  cpu_max smallint,
  mem smallint,
  temp smallint,
  temp_max smallint,
  load smallint,
  terminals smallint,
  terminals_max smallint,
  rx bigint not null,
  tx bigint not null,
  primary key (device_id, ts)
) partition by range (ts);
create table telemetry_1h (like telemetry_5m including defaults, primary key (device_id, ts)) partition by range (ts);
create table telemetry_1d (like telemetry_5m including defaults, primary key (device_id, ts));

-- How far each roll-up has come: every bucket before `until` is complete.
create table telemetry_mark (
  level text primary key,
  until int not null
);
