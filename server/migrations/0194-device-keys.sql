-- Devices are bound to a key. Those that are there are bound to the one they next dial with.
alter table device
  add column key_fingerprint text not null default '',
  add column key_issuer smallint not null default 0,
  add column key_certificate text not null default '',
  add column key_ends_at bigint not null default 0,
  add column key_at bigint;

-- Keys that came under the serial number of a claimed device and are not the one it is bound to. Its owner decides.
create table device_key_change (
  device_id int not null references device on delete cascade,
  -- SHA-256 of the public key (SPKI), hex
  fingerprint text not null,
  issuer smallint not null,
  -- serial number of the certificate; empty: it asked for one at enrolment
  certificate text not null default '',
  ends_at bigint not null default 0,
  address text not null default '',
  first_at bigint not null,
  last_at bigint not null,
  tries int not null default 1,
  logged_at bigint not null,
  rejected_at bigint,
  primary key (device_id, fingerprint)
);

-- Keys that do not come under a serial number any more, until the last certificate of theirs has ended. A key covers all
-- certificates that were made out for it.
create table device_key_revoked (
  serial text not null,
  fingerprint text not null,
  -- released, replaced, rejected
  reason text not null,
  at bigint not null,
  until bigint not null,
  tries int not null default 0,
  logged_at bigint not null default 0,
  primary key (serial, fingerprint)
);
create index device_key_revoked_until on device_key_revoked (until);

-- A host of ours that is let go of must enrol anew, however its row goes. A maker's certificate cannot be had anew: such a
-- device comes back as one of nobody's, its binding gone with the row.
create function revoke_device_keys() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into device_key_revoked as r (serial, fingerprint, reason, at, until)
    select serial, key_fingerprint, 'released', extract(epoch from now())::bigint, key_ends_at
    from removed where key_issuer = 1 and scene_id is not null order by 1, 2
    on conflict (serial, fingerprint) do update set until = greatest(r.until, excluded.until);
  elsif old.key_issuer = 1 then
    insert into device_key_revoked as r (serial, fingerprint, reason, at, until)
    values (old.serial, old.key_fingerprint, 'released', extract(epoch from now())::bigint, old.key_ends_at)
    on conflict (serial, fingerprint) do update set until = greatest(r.until, excluded.until);
  end if;
  return null;
end $$;
create trigger device_key_removed after delete on device
  referencing old table as removed for each statement execute function revoke_device_keys();
create trigger device_key_orphaned after update of scene_id on device for each row
  when (old.scene_id is not null and new.scene_id is null) execute function revoke_device_keys();
