-- The digest of the identity that a device reported last.
alter table device rename told to identity_digest;
do $$ begin
  if exists (select from pg_constraint where conrelid = 'device'::regclass and conname = 'device_told_not_null') then
    alter table device rename constraint device_told_not_null to device_identity_digest_not_null;
  end if;
end $$;
