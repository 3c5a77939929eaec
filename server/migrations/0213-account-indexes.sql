-- Codes are counted by the place they were asked from, no longer by the address.
drop index sent_code_ip;
create index sent_code_place on sent_code (place, created_at);

-- Every look at a session, a quota and a monitor asks which teams run the installation.
create index account_admin on account (team_id) where is_admin = 1;
