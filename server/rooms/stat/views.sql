-- Measured values for other rooms.
create view telemetry_sample_view as
  select device_id, ts, cpu, mem, temp, load, terminals, traffic from telemetry_sample;
create view telemetry_5m_view as select device_id, ts, n, span, cpu, mem, terminals, rx, tx from telemetry_5m;
create view telemetry_1h_view as select device_id, ts, n, span, cpu, mem, temp, terminals, rx, tx from telemetry_1h;
create view device_interface_view as select device_id, names from device_interface;
