-- Hours and days of very many devices are read in the order they were written.
create index telemetry_1h_ts on telemetry_1h using brin (ts) with (pages_per_range = 32);
create index telemetry_1d_ts on telemetry_1d using brin (ts) with (pages_per_range = 32);
