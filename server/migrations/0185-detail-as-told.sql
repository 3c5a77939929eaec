-- What a device told stays text: taking it apart into jsonb and packing it was most of what the store spent on a report.
alter table device_detail alter column facts type json using facts::json;
alter table device_detail set (toast_tuple_target = 8160);
