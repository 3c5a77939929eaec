-- Polled devices for other rooms.
create view monitored_device_view as select device_id, ip from monitored_device;
create view device_poll_view as select device_id, certificate_end from device_poll;
