-- IPv4 subnets of a device at its uplinks, as it reports: no network behind it may be moved into one of them.
alter table device_state add column upstream text;
