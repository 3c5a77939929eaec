-- needs: device
-- Samples of devices, one wide row for each message, in daily partitions (created in advance by a job, dropped by age).
-- cpu, mem: tenths of a percent; temp: tenths of a degree; load: hundredths. traffic: the difference to the previous
-- sample, as real (seven digits, half the bytes of bigint): [its seconds, octets in and out through the uplinks, then
-- octets in and out of each interface in the order of device_interface]. Eight columns and not nine: the null bitmap
-- then fits the row header.
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

-- Names of a device's interfaces in the order of telemetry_sample.traffic; new ones are appended only.
create table device_interface (
  device_id int primary key,
  names text[] not null
);

-- The last stored row of a series (LateSamples) that a device measured while it was disconnected, and its time.
create table backfill_cursor (
  device_id int primary key,
  series int not null,
  last int not null,
  until int not null default 0
);
-- Hours of devices that have to be rolled up again, because of late samples; an hour may occur more than once.
create table rollup_recompute (
  device_id int not null,
  hour int not null
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
create index telemetry_1h_ts on telemetry_1h using brin (ts) with (pages_per_range = 32);
create index telemetry_1d_ts on telemetry_1d using brin (ts) with (pages_per_range = 32);

-- How far each roll-up has advanced: every bucket before `until` is complete.
create table telemetry_mark (
  level text primary key,
  until int not null
);

-- Totals of each scene. rx, tx: octets where they leave the scene; null: not reported. wired to band6: total seconds
-- for which terminals were online. access: connections of terminals; fresh: first connections.
create table scene_5m (
  scene_id int not null,
  ts int not null,
  rx bigint,
  tx bigint,
  wired bigint not null default 0,
  band2 bigint not null default 0,
  band5 bigint not null default 0,
  band6 bigint not null default 0,
  access int not null default 0,
  fresh int not null default 0,
  primary key (scene_id, ts)
) partition by range (ts);
create table scene_1h (like scene_5m including defaults, primary key (scene_id, ts)) partition by range (ts);
create index scene_5m_ts on scene_5m (ts);
create index scene_1h_ts on scene_1h (ts);
create table scene_1d (like scene_5m including defaults, primary key (scene_id, ts));

-- Sums over samples, each five minutes: number of devices of a kind, and of online ones. Without unknown ones.
create table presence_1h (
  scene_id int not null,
  type smallint not null,
  ts int not null,
  looks int not null,
  total int not null,
  online int not null,
  primary key (scene_id, type, ts)
);
create index presence_1h_type on presence_1h (type, ts);
create table presence_1d (like presence_1h including defaults, primary key (scene_id, type, ts));

-- Devices by kind, model and software version, in the last sample of each day (UTC).
create table model_1d (
  scene_id int not null,
  type smallint not null,
  ts int not null,
  model text not null,
  firmware text not null,
  n int not null,
  primary key (scene_id, ts, type, model, firmware)
);
create index model_1d_ts on model_1d (ts, type);

-- Octets by application, as far as devices report them. simulated: some of it was reported by simulated devices.
create table app_1h (
  scene_id int not null,
  ts int not null,
  app text not null,
  rx bigint not null,
  tx bigint not null,
  simulated boolean not null,
  primary key (scene_id, ts, app)
);
create index app_1h_ts on app_1h (ts);
-- Counters of applications of a device, up to which app_1h has the traffic: counting continues from there in any
-- process.
create table app_counter (
  device_id int primary key references device on delete cascade,
  scene_id int not null,
  at bigint not null,
  counters json not null
);
-- Total traffic of applications at the end of the day that begins at ts; days without traffic have no rows. The traffic
-- of a period is the difference of two days.
create table app_total (
  scene_id int not null,
  ts int not null,
  app text not null,
  rx bigint not null,
  tx bigint not null,
  simulated boolean not null,
  primary key (scene_id, ts, app)
);

-- Usage of each terminal in an hour, until the hour is in a snapshot. flow: octets in both directions; online: seconds.
create table terminal_1h (
  scene_id int not null,
  ts int not null,
  terminal_id int not null,
  flow bigint not null,
  online int not null,
  access int not null,
  primary key (scene_id, ts, terminal_id)
) partition by range (ts);

-- The total usage of the terminals of a scene at a given time. The usage of a period is the difference of two
-- snapshots, for any length. Columns of little-endian uint32 in the order of ids, which are ascending: flow in KiB,
-- online in seconds, access in times, each modulo 2^32; kinds: a byte each, company + 8 * operating system.
create table client_usage_snapshot (
  scene_id int not null,
  ts int not null,
  ids bytea not null,
  kinds bytea not null,
  flow bytea not null,
  online bytea not null,
  access bytea not null,
  primary key (scene_id, ts)
);
alter table client_usage_snapshot alter ids set storage external, alter kinds set storage external, alter flow set storage external,
  alter online set storage external, alter access set storage external;
