
-- Connections that were refused before the device was let in; what is alike is one row. Bounded when it is written.
create table door_refusal (
  id int generated always as identity primary key,
  address text not null,
  -- where it is counted: the address, of IPv6 its network
  place text not null,
  reason smallint not null,
  -- as it stands in a certificate that nobody need have verified; '': none, or several
  subject text not null,
  issuer text not null,
  -- of its common name; '': it is no serial number
  serial text not null,
  -- of the certificate; 0: unknown
  ends_at bigint not null,
  detail text not null,
  count int not null,
  first_at bigint not null,
  last_at bigint not null,
  unique (address, reason, subject)
);
create index door_refusal_serial on door_refusal (serial) where serial <> '';
