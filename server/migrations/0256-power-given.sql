-- Which ports of a device give power, as it reports.
alter table device_state add column powers text;
