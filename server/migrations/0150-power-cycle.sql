create index device_revision_power on device_revision (created_at) where source = 'power' and state = 0;
