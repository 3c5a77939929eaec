-- Devices for other rooms. `is_gateway`: it connects a network to the internet.
create view device_view as
  select id, serial, scene_id, group_id, type, type in (0, 3, 4) as is_gateway, name, vendor, model, firmware, family, mac, verbs,
    cgi, capabilities, identity_digest, simulated, standalone, blocked, key_fingerprint, key_issuer, key_at, key_ends_at, claimed_at,
    created_at, updated_at, changed_by, rev
  from device;
create view device_group_view as select id, team_id, name from device_group;
create view device_count_view as select scene_id, type, type in (0, 3, 4) as is_gateway, n from device_count;
-- The last report of a device. `online` is the stored value: whether it is certain depends on the gateway that wrote
-- it.
create view device_state_view as
  select device_id, online, session, gateway_run, since, seen_at, address, cpu, mem, temp, load, terminals, wan_ip, lan_ip,
    config_uuid, config_at, uplinks, powers, upstream
  from device_state;
create view device_detail_view as select device_id, at, facts from device_detail;
create view gateway_run_view as select id, host, node, started_at, seen_at from gateway_run;
-- Keys that are no longer accepted for a serial number.
create view device_key_revoked_view as select serial, fingerprint, reason from device_key_revoked;
create view device_line_view as select device_id, name, down_mbps, up_mbps from device_line;
