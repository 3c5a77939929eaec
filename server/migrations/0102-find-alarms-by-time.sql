-- Alarms and looks of a period are found by their time, whatever the scene.
create index alarm_raised on alarm (first_at);
create index presence_1h_type on presence_1h (type, ts);
