-- Teams and accounts for other rooms.
create view team_view as select id, name, created_at from team;
create view account_view as select id, team_id, account, nick_name, phone from account;
