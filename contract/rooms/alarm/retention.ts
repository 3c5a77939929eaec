/** Days that ended alarms stay in the log. */
export const ALARM_DAYS = 180
