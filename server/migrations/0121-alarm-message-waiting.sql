create index alarm_message_waiting on alarm_message (alarm_user_id) where state = 0;
