-- Tables of the past under names that say what they hold.
alter table topology_was rename to device_properties_interval;
alter table topology_gone rename to removed_device;
alter table topology_gone_interval rename to removed_device_interval;
alter table topology_gone_link rename to removed_device_link;

-- Columns under the words of the field.
alter table outage rename told to notified;
alter table session rename way to channel;
alter table audit_log rename way to channel;
alter table scene_share rename way to channel;
alter table sign_in_log rename way to method;
alter table patrol_run rename way to source;
alter table report rename way to source;
alter table report rename wish to request;
alter table report rename said to message;
alter table radio_plan rename way to source;
alter table radio_plan rename said to message;
alter table radio_neighbor_scan rename heard to networks;
alter table device_revision rename told to notes;
alter table device_revision rename said to message;
alter table device_config rename said to message;
alter table notification rename told to content;
alter table device_claim_code rename told_at to reported_at;
alter table device_app rename told_at to reported_at;
alter table link_observation rename way to source;
alter table link_observation rename who to peer;
alter table removed_device_link rename way to source;
alter table removed_device_link rename who to peer;

-- Indexes, constraints and sequences carry the names of their tables and columns.
alter index audit_log_way rename to audit_log_channel;
alter index device_revision_told rename to device_revision_notes;
do $$
declare one record;
begin
  for one in
    select i.indexrelid::regclass as name, replace(c.relname, r.old, r.new) as next
    from (values ('topology_was', 'device_properties_interval'), ('topology_gone_interval', 'removed_device_interval'),
      ('topology_gone_link', 'removed_device_link'), ('topology_gone', 'removed_device')) as r(old, new)
    join pg_index i on i.indrelid = r.new::regclass
    join pg_class c on c.oid = i.indexrelid and starts_with(c.relname, r.old)
  loop
    execute format('alter index %s rename to %I', one.name, one.next);
  end loop;
  for one in
    select k.conrelid::regclass as owner, k.conname as name, replace(k.conname, r.old, r.new) as next
    from (values ('device_properties_interval', 'topology_was', 'device_properties_interval'), ('removed_device_interval', 'topology_gone_interval', 'removed_device_interval'),
      ('removed_device_link', 'topology_gone_link', 'removed_device_link'), ('removed_device', 'topology_gone', 'removed_device'),
      ('outage', 'outage_told', 'outage_notified'), ('session', 'session_way', 'session_channel'), ('audit_log', 'audit_log_way', 'audit_log_channel'),
      ('scene_share', 'scene_share_way', 'scene_share_channel'), ('sign_in_log', 'sign_in_log_way', 'sign_in_log_method'),
      ('patrol_run', 'patrol_run_way', 'patrol_run_source'), ('report', 'report_way', 'report_source'), ('report', 'report_wish', 'report_request'),
      ('report', 'report_said', 'report_message'), ('radio_plan', 'radio_plan_way', 'radio_plan_source'), ('radio_plan', 'radio_plan_said', 'radio_plan_message'),
      ('radio_neighbor_scan', 'radio_neighbor_scan_heard', 'radio_neighbor_scan_networks'), ('device_revision', 'device_revision_told', 'device_revision_notes'),
      ('device_revision', 'device_revision_said', 'device_revision_message'), ('device_config', 'device_config_said', 'device_config_message'),
      ('notification', 'notification_told', 'notification_content'), ('device_claim_code', 'device_claim_code_told_at', 'device_claim_code_reported_at'),
      ('device_app', 'device_app_told_at', 'device_app_reported_at'), ('link_observation', 'link_observation_way', 'link_observation_source'),
      ('link_observation', 'link_observation_who', 'link_observation_peer')) as r(owner, old, new)
    join pg_constraint k on k.conrelid = r.owner::regclass and starts_with(k.conname, r.old)
  loop
    execute format('alter table %s rename constraint %I to %I', one.owner, one.name, one.next);
  end loop;
  for one in
    select k.conrelid::regclass as owner, k.conname as name, replace(replace(k.conname, '_way_', '_source_'), '_who_', '_peer_') as next
    from pg_constraint k where k.conrelid = 'removed_device_link'::regclass and k.conname ~ '^removed_device_link_(way|who)_'
  loop
    execute format('alter table %s rename constraint %I to %I', one.owner, one.name, one.next);
  end loop;
end $$;
alter sequence topology_was_id_seq rename to device_properties_interval_id_seq;

-- Begins another interval of device_properties_interval where anything of it is otherwise. One that is younger than a minute is written over, so
-- that a device cannot fill the table.
create or replace function record_device_properties(device int) returns void language plpgsql as $$
declare
  at bigint := extract(epoch from now())::bigint;
  now_is record;
  last device_properties_interval;
begin
  select d.scene_id, d.serial, d.type, d.name, d.model, d.firmware, coalesce(n.radios, '[]'::jsonb) as radios into now_is
  from device d left join topology_node n on n.device_id = d.id where d.id = device;
  select * into last from device_properties_interval w where w.device_id = device and w.until is null;
  if last.id is not null then
    if (last.scene_id, last.serial, last.type, last.name, last.model, last.firmware, last.radios) is not distinct from
       (now_is.scene_id, now_is.serial, now_is.type, now_is.name, now_is.model, now_is.firmware, now_is.radios) then return; end if;
    if last.scene_id is not distinct from now_is.scene_id and last.since > at - 60 then
      update device_properties_interval set type = now_is.type, name = now_is.name, model = now_is.model, firmware = now_is.firmware, radios = now_is.radios
      where id = last.id;
      return;
    end if;
    update device_properties_interval set until = greatest(at, since) where id = last.id;
  end if;
  insert into device_properties_interval (device_id, scene_id, serial, type, name, model, firmware, radios, since)
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

-- A device that is put back is not gone; another one has no id that was given before.
create or replace function record_device_added() returns trigger language plpgsql as $$
begin
  if exists (select from removed_device where device_id = new.id) then
    delete from removed_device where device_id = new.id;
    delete from removed_device_interval where device_id = new.id;
    delete from removed_device_link where device_id = new.id;
  end if;
  if new.scene_id is not null then perform record_device_properties(new.id); end if;
  return null;
end $$;

create or replace function record_device_removed() returns trigger language plpgsql as $$
declare gone_at bigint := extract(epoch from now())::bigint;
begin
  if old.scene_id is null then return old; end if;
  insert into removed_device (device_id, scene_id, at, mac, ip, macs, lans, wans)
  select old.id, old.scene_id, gone_at, old.mac, coalesce(case when old.type in (0, 3, 4) then s.wan_ip end, s.lan_ip, s.wan_ip),
    coalesce(n.macs, '{}'), coalesce(n.lans, '{}'), coalesce(n.wans, '{}')
  from (select) x left join device_state s on s.device_id = old.id left join topology_node n on n.device_id = old.id
  on conflict do nothing;
  insert into removed_device_interval (device_id, scene_id, online, since, until)
  select device_id, scene_id, online, since, coalesce(until, greatest(gone_at, since)) from device_presence_interval where device_id = old.id;
  insert into removed_device_link (device_id, scene_id, source, port, peer, name, remote_port, detail, equipment, since, until)
  select device_id, scene_id, source, port, peer, name, remote_port, detail, equipment, since, coalesce(until, greatest(gone_at, since))
  from link_observation where device_id = old.id;
  update device_properties_interval set until = greatest(gone_at, since) where device_id = old.id and until is null;
  return old;
end $$;

create or replace function delete_scene_history() returns trigger language plpgsql as $$
begin
  delete from removed_device where scene_id = old.id;
  delete from removed_device_interval where scene_id = old.id;
  delete from removed_device_link where scene_id = old.id;
  delete from device_properties_interval where scene_id = old.id;
  return null;
end $$;
