-- a device that came online in the transaction that made it was kept as offline
drop trigger topology_state on device_state;
create function device_begins() returns trigger language plpgsql as $$
begin
  perform stay_devices(s.device_id, d.scene_id, s.online, greatest(s.since, coalesce(d.claimed_at, d.created_at)))
  from device_state s join device d on d.id = s.device_id where s.device_id = new.device_id;
  return null;
end $$;
create constraint trigger topology_state after insert on device_state deferrable initially deferred
  for each row execute function device_begins();
