-- When the owner of a session last showed to be there, signing in included; in place of until when that counts.
alter table session add column proved_at bigint not null default 0;
update session set proved_at = created_at where way = 'console';
alter table session drop column proved_until;
-- API tokens that were not made for what asks for a fresh session are refused there.
alter table session add column sensitive smallint not null default 0 check (sensitive in (0, 1));
-- A session by QR code is as fresh as the one that let it in.
alter table qr_sign_in add column proved_at bigint not null default 0;
