-- Claims for other rooms.
create view device_claim_view as select team_id, state, expires_at from device_claim;
