-- Tables, their indexes, constraints and sequences, columns and functions under the names of the field. No row is written.
do $$
declare
  pair text[];
  pairs text[][] := array[
    array['operation_grave', 'deleted_snapshot'],
    array['alarm_user_scene', 'notification_contact_scene'],
    array['alarm_user_group', 'notification_contact_group'],
    array['operation', 'audit_log'],
    array['alarm_spell', 'condition_interval'],
    array['alarm_news', 'incident_event'],
    array['alarm_heard', 'incident_event_offset'],
    array['alarm_notice', 'notification'],
    array['alarm_user', 'notification_contact'],
    array['topology_gone_stay', 'topology_gone_interval'],
    array['topology_gone_sight', 'topology_gone_link'],
    array['topology_stay', 'device_presence_interval'],
    array['topology_sight', 'link_observation'],
    array['topology_rev', 'topology_version'],
    array['telemetry_late', 'backfill_cursor'],
    array['telemetry_again', 'rollup_recompute'],
    array['terminal_page', 'client_usage_snapshot'],
    array['change_trail', 'change_event'],
    array['config_hold', 'config_lock'],
    array['device_wait', 'pending_command'],
    array['device_ticket', 'transfer_token'],
    array['device_third', 'monitored_device'],
    array['radio_heard', 'radio_neighbor_scan'],
    array['device_tally', 'device_count']];
  one record;
begin
  foreach pair slice 1 in array pairs loop
    execute format('alter table %I rename to %I', pair[1], pair[2]);
    for one in
      select c.relname as name, case c.relkind when 'S' then 'sequence' else 'index' end as kind from pg_class c
      where c.relkind in ('i', 'S') and c.relname like replace(pair[1], '_', '\_') || '\_%' and (
        exists (select from pg_index i where i.indexrelid = c.oid and i.indrelid = pair[2]::regclass) or
        exists (select from pg_depend d where d.objid = c.oid and d.refobjid = pair[2]::regclass and d.deptype = 'i'))
    loop
      execute format('alter %s %I rename to %I', one.kind, one.name, pair[2] || substr(one.name, length(pair[1]) + 1));
    end loop;
    for one in
      select k.conname as name from pg_constraint k
      where k.conrelid = pair[2]::regclass and k.conname like replace(pair[1], '_', '\_') || '\_%'
    loop
      execute format('alter table %I rename constraint %I to %I', pair[2], one.name, pair[2] || substr(one.name, length(pair[1]) + 1));
    end loop;
  end loop;
end $$;

alter table alarm_message rename alarm_user_id to notification_contact_id;
alter table notification rename alarm_user_id to notification_contact_id;
alter table notification_contact_scene rename alarm_user_id to notification_contact_id;
alter table notification_contact_group rename alarm_user_id to notification_contact_id;
alter table deleted_snapshot rename operation_id to audit_id;
do $$
declare one record;
begin
  for one in
    select conrelid::regclass as owner, conname as name,
      replace(replace(conname, '_alarm_user_id_', '_notification_contact_id_'), '_operation_id_', '_audit_id_') as next
    from pg_constraint where conname ~ '_alarm_user_id_|_operation_id_' and conrelid <> 0
  loop
    execute format('alter table %s rename constraint %I to %I', one.owner, one.name, one.next);
  end loop;
end $$;

alter function stay_devices(int, int, boolean, bigint) rename to record_presence_interval;
alter function device_stays() rename to record_presence_change;
alter function device_begins() rename to record_first_presence;
alter function device_moves() rename to record_scene_change;
alter function note_device(int) rename to record_device_properties;
alter function device_is() rename to record_device_change;
alter function device_radios() rename to record_radio_change;
alter function device_enters() rename to record_device_added;
alter function device_goes() rename to record_device_removed;
alter function scene_past_goes() rename to delete_scene_history;
alter function tally_devices() rename to count_devices;

create or replace function record_presence_interval(device int, scene int, present boolean, at bigint) returns void language sql as $$
  -- shorter than a second: it never was
  delete from device_presence_interval where device_id = device and until is null and since >= at;
  update device_presence_interval set until = at where device_id = device and until is null;
  insert into device_presence_interval (device_id, scene_id, online, since)
  select device, scene, present, at where scene is not null;
$$;

create or replace function record_presence_change() returns trigger language plpgsql as $$
begin
  perform record_presence_interval(new.device_id, d.scene_id, new.online, greatest(new.since, coalesce(d.claimed_at, d.created_at))) from device d where d.id = new.device_id;
  return null;
end $$;

create or replace function record_first_presence() returns trigger language plpgsql as $$
begin
  perform record_presence_interval(s.device_id, d.scene_id, s.online, greatest(s.since, coalesce(d.claimed_at, d.created_at)))
  from device_state s join device d on d.id = s.device_id where s.device_id = new.device_id;
  return null;
end $$;

create or replace function record_scene_change() returns trigger language plpgsql as $$
declare at bigint := extract(epoch from now())::bigint;
begin
  update link_observation set until = greatest(at, since) where device_id = new.id and until is null;
  perform record_presence_interval(new.id, new.scene_id, coalesce((select online from device_state where device_id = new.id), false), at);
  insert into topology_version as r (scene_id, rev)
  select scene, 1 from unnest(array[old.scene_id, new.scene_id]) as scene where scene is not null
    and exists (select 1 from scene s where s.id = scene) order by scene
  on conflict (scene_id) do update set rev = r.rev + 1;
  return null;
end $$;

create or replace function record_device_properties(device int) returns void language plpgsql as $$
declare
  at bigint := extract(epoch from now())::bigint;
  now_is record;
  was topology_was;
begin
  select d.scene_id, d.serial, d.type, d.name, d.model, d.firmware, coalesce(n.radios, '[]'::jsonb) as radios into now_is
  from device d left join topology_node n on n.device_id = d.id where d.id = device;
  select * into was from topology_was w where w.device_id = device and w.until is null;
  if was.id is not null then
    if (was.scene_id, was.serial, was.type, was.name, was.model, was.firmware, was.radios) is not distinct from
       (now_is.scene_id, now_is.serial, now_is.type, now_is.name, now_is.model, now_is.firmware, now_is.radios) then return; end if;
    if was.scene_id is not distinct from now_is.scene_id and was.since > at - 60 then
      update topology_was set type = now_is.type, name = now_is.name, model = now_is.model, firmware = now_is.firmware, radios = now_is.radios
      where id = was.id;
      return;
    end if;
    update topology_was set until = greatest(at, since) where id = was.id;
  end if;
  insert into topology_was (device_id, scene_id, serial, type, name, model, firmware, radios, since)
  select device, now_is.scene_id, now_is.serial, now_is.type, now_is.name, now_is.model, now_is.firmware, now_is.radios, at
  where now_is.scene_id is not null;
end $$;

create or replace function record_device_change() returns trigger language plpgsql as $$
begin
  perform record_device_properties(new.id);
  return null;
end $$;

create or replace function record_radio_change() returns trigger language plpgsql as $$
begin
  perform record_device_properties(new.device_id);
  return null;
end $$;

create or replace function record_device_added() returns trigger language plpgsql as $$
begin
  if exists (select from topology_gone where device_id = new.id) then
    delete from topology_gone where device_id = new.id;
    delete from topology_gone_interval where device_id = new.id;
    delete from topology_gone_link where device_id = new.id;
  end if;
  if new.scene_id is not null then perform record_device_properties(new.id); end if;
  return null;
end $$;

create or replace function record_device_removed() returns trigger language plpgsql as $$
declare gone_at bigint := extract(epoch from now())::bigint;
begin
  if old.scene_id is null then return old; end if;
  insert into topology_gone (device_id, scene_id, at, mac, ip, macs, lans, wans)
  select old.id, old.scene_id, gone_at, old.mac, coalesce(case when old.type in (0, 3, 4) then s.wan_ip end, s.lan_ip, s.wan_ip),
    coalesce(n.macs, '{}'), coalesce(n.lans, '{}'), coalesce(n.wans, '{}')
  from (select) x left join device_state s on s.device_id = old.id left join topology_node n on n.device_id = old.id
  on conflict do nothing;
  insert into topology_gone_interval (device_id, scene_id, online, since, until)
  select device_id, scene_id, online, since, coalesce(until, greatest(gone_at, since)) from device_presence_interval where device_id = old.id;
  insert into topology_gone_link (device_id, scene_id, way, port, who, name, remote_port, detail, equipment, since, until)
  select device_id, scene_id, way, port, who, name, remote_port, detail, equipment, since, coalesce(until, greatest(gone_at, since))
  from link_observation where device_id = old.id;
  update topology_was set until = greatest(gone_at, since) where device_id = old.id and until is null;
  return old;
end $$;

create or replace function delete_scene_history() returns trigger language plpgsql as $$
begin
  delete from topology_gone where scene_id = old.id;
  delete from topology_gone_interval where scene_id = old.id;
  delete from topology_gone_link where scene_id = old.id;
  delete from topology_was where scene_id = old.id;
  return null;
end $$;

create or replace function count_devices() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into device_count as t (scene_id, type, n)
    select scene_id, type, count(*) from added where scene_id is not null group by 1, 2 order by 1, 2
    on conflict (scene_id, type) do update set n = t.n + excluded.n;
  elsif tg_op = 'DELETE' then
    update device_count t set n = t.n - r.n
    from (select scene_id, type, count(*) as n from removed group by 1, 2) r
    where t.scene_id = r.scene_id and t.type = r.type;
  else
    update device_count set n = n - 1 where scene_id = old.scene_id and type = old.type;
    if new.scene_id is not null then
      insert into device_count as t (scene_id, type, n) values (new.scene_id, new.type, 1)
      on conflict (scene_id, type) do update set n = t.n + 1;
    end if;
  end if;
  return null;
end $$;
