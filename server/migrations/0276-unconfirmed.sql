-- The reason of devices that did not report the new configuration is called what it is.
update change_item set reason = 'unconfirmed' where reason = 'untold';
update change_set set reason = 'unconfirmed' where reason = 'untold';
