/** Days that alarms which are over stay in the log. */
export const ALARM_DAYS = 180
