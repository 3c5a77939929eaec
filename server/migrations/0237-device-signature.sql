-- What devices are told as the signature of an image, where their firmware checks one of its vendor.
alter table firmware add column device_signature text not null default '';
