-- The time of the last sample that a device handed in late: what comes after it is later, whatever series it is of.
alter table telemetry_late add column until int not null default 0;
