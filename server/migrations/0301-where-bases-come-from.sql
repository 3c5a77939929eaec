-- Where the base of a device's configuration comes from: what was only put together from reports is not what the device runs.
alter table device_config add base_from text check (base_from in ('read', 'reported', 'imported', 'agreed'));
update device_config c set base_from = case when 'running' = any(d.verbs) then 'read' else 'reported' end
from device d where d.id = c.device_id and c.base_at is not null;
