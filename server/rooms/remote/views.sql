-- What other rooms read of remote sessions.
create view device_remote_view as select id, kind, uid, expires_at, ended_at from device_remote;
